/* SPDX-License-Identifier: MIT
 *
 * The table of known answers. Sources: the ECRYPT test vectors of Salsa20
 * (sets 1 and 6, 256-bit keys), Nettle's test of a counter carry, NaCl's tests
 * of secretbox, stream and onetimeauth, RFC 8439. The boxes of a given length
 * were computed with libsodium 1.0.18: key[i] = i, nonce[i] = 2 i + 1,
 * message[i] = 7 i + 3.
 */
#include "driver_known.h"

#include "driver_known_compute.h"

const struct known known_answers[] = {
    {"salsa20 set 1 vector 0, bytes 0 to 63", known_salsa20_stream,
     .key = "8000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "0000000000000000", .number = 0,
     .expected =
         "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"
         "b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117"},
    {"salsa20 set 1 vector 0, bytes 192 to 255", known_salsa20_stream,
     .key = "8000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "0000000000000000", .number = 192,
     .expected =
         "57be81f47b17d9ae7c4ff15429a73e10acf250ed3a90a93c711308a74c6216a9"
         "ed84cd126da7f28e8abf8bb63517e1ca98e712f4fb2e1a6aed9fdc73291faa17"},
    {"salsa20 set 1 vector 0, bytes 256 to 319", known_salsa20_stream,
     .key = "8000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "0000000000000000", .number = 256,
     .expected =
         "958211c4ba2ebd5838c635edb81f513a91a294e194f1c039aeec657dce40aa7e"
         "7c0af57cacefa40c9f14b71a4b3456a63e162ec7d8d10b8ffb1810d71001b618"},
    {"salsa20 set 1 vector 0, bytes 448 to 511", known_salsa20_stream,
     .key = "8000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "0000000000000000", .number = 448,
     .expected =
         "696afcfd0cddcc83c7e77f11a649d79acdc3354e9635ff137e929933a0bd6f53"
         "77efa105a3a4266b7c0d089d08f1e855cc32b15b93784a36e56a76cc64bc8477"},
    {"salsa20 set 1 vector 0, exclusive-or of 512 bytes", known_salsa20_digest,
     .key = "8000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "0000000000000000",
     .expected =
         "50ec2485637db19c6e795e9c739382806f6db320fe3d0444d56707d7b456457f"
         "3db3e8d7065af375a225a70951c8ab744ec4d595e85225f08e2bc03fe1c42567"},
    {"salsa20 set 6 vector 0, bytes 0 to 63", known_salsa20_stream,
     .key = "0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d",
     .nonce = "0d74db42a91077de", .number = 0,
     .expected =
         "f5fad53f79f9df58c4aea0d0ed9a9601f278112ca7180d565b420a48019670ea"
         "f24ce493a86263f677b46ace1924773d2bb25571e1aa8593758fc382b1280b71"},
    {"salsa20 set 6 vector 0, bytes 65472 to 65535", known_salsa20_stream,
     .key = "0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d",
     .nonce = "0d74db42a91077de", .number = 65472,
     .expected =
         "b70c50139c63332ef6e77ac54338a4079b82bec9f9a403dfea821b83f7860791"
         "650ef1b2489d0590b1de772eeda4e3bcd60fa7ce9cd623d9d2fd5758b8653e70"},
    {"salsa20 set 6 vector 0, bytes 65536 to 65599", known_salsa20_stream,
     .key = "0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d",
     .nonce = "0d74db42a91077de", .number = 65536,
     .expected =
         "81582c65d7562b80aec2f1a673a9d01c9f892a23d4919f6ab47b9154e08e699b"
         "4117d7c666477b60f8391481682f5d95d96623dbc489d88daa6956b9f0646b6e"},
    {"salsa20 key 0, nonce 80 00..", known_salsa20_stream,
     .key = "0000000000000000000000000000000000000000000000000000000000000000",
     .nonce = "8000000000000000", .number = 0, .expected = "2aba3dc45b494700"},
    {"salsa20 with a carry from the low counter word", known_salsa20_carry,
     .expected =
         "02e02587e69cd3803e5f3c53f0c29173d3becef2da8da494e8d1d4294270fc5e"
         "a2c2001a6a45dc71a3699e6594af795f299814ae4f73650be1d13040031dbfef"
         "46b5b8ce5dc5b25578b2695eb61fa8167e22958311e2d585826f4ebf1c7b3c98"
         "a2857c3e4edc6f9eed4312d698ddad5557d13942292f871363eb7a5ab07a707e"},
    {"hsalsa20 of NaCl's key", known_hsalsa20_key,
     .key = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389",
     .nonce = "69696ee955b62b73cd62bda875fc73d6",
     .expected =
         "dc908dda0b9344a953629b733820778880f3ceb421bb61b91cbd4c3e66256ce4"},
    {"xsalsa20 of NaCl's key", known_xsalsa20_stream,
     .key = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389",
     .nonce = "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37",
     .expected =
         "eea6a7251c1e72916d11c2cb214d3c252539121d8e234e652d651fa4c8cff880"},
    {"secretbox of NaCl's message", known_secretbox_box,
     .key = "1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389",
     .nonce = "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37",
     .input = "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffc"
              "e5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb31"
              "0e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde"
              "048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f93776384864"
              "5e0705",
     .expected =
         "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce"
         "48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c972"
         "71d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae"
         "90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b3"
         "7973f622a43d14a6599b1f654cb45a74e355a5"},
    {"poly1305 of NaCl's ciphertext", known_poly1305_tag,
     .key = "eea6a7251c1e72916d11c2cb214d3c252539121d8e234e652d651fa4c8cff880",
     .input = "8e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a"
              "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738"
              "b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da"
              "99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74"
              "e355a5",
     .expected = "f3ffc7703f9400e52a7dfb4b3d3305d9"},
    {"poly1305 of RFC 8439, 2.5.2", known_poly1305_tag,
     .key = "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
     .input = "43727970746f6772617068696320466f72756d2052657365617263682047726f"
              "7570",
     .expected = "a8061dc1305136c6c22b8baf0c0127a9"},
    {"poly1305 at a boundary, case 1", known_poly1305_tag,
     .key = "0200000000000000000000000000000000000000000000000000000000000000",
     .input = "ffffffffffffffffffffffffffffffff",
     .expected = "03000000000000000000000000000000"},
    {"poly1305 at a boundary, case 2", known_poly1305_tag,
     .key = "02000000000000000000000000000000ffffffffffffffffffffffffffffffff",
     .input = "02000000000000000000000000000000",
     .expected = "03000000000000000000000000000000"},
    {"poly1305 at a boundary, case 3", known_poly1305_tag,
     .key = "0100000000000000000000000000000000000000000000000000000000000000",
     .input = "fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff"
              "11000000000000000000000000000000",
     .expected = "05000000000000000000000000000000"},
    {"poly1305 at a boundary, case 4", known_poly1305_tag,
     .key = "0100000000000000000000000000000000000000000000000000000000000000",
     .input = "fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe"
              "01010101010101010101010101010101",
     .expected = "00000000000000000000000000000000"},
    {"poly1305 at a boundary, case 5", known_poly1305_tag,
     .key = "0200000000000000000000000000000000000000000000000000000000000000",
     .input = "fdffffffffffffffffffffffffffffff",
     .expected = "faffffffffffffffffffffffffffffff"},
    {"poly1305 at a boundary, case 6", known_poly1305_tag,
     .key = "0100000000000000040000000000000000000000000000000000000000000000",
     .input =
         "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000"
         "0000000000000000000000000000000001000000000000000000000000000000",
     .expected = "14000000000000005500000000000000"},
    {"poly1305 at a boundary, case 7", known_poly1305_tag,
     .key = "0100000000000000040000000000000000000000000000000000000000000000",
     .input = "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000"
              "00000000000000000000000000000000",
     .expected = "13000000000000000000000000000000"},
    {"poly1305 with a key of zeros", known_poly1305_tag,
     .key = "0000000000000000000000000000000000000000000000000000000000000000",
     .input = "8e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a"
              "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738"
              "b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da"
              "99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74"
              "e355a5",
     .expected = "00000000000000000000000000000000"},
    {"chacha20 block of RFC 8439, 2.3.2", known_chacha20_text,
     .key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     .nonce = "000000090000004a00000000",
     .input =
         "0000000000000000000000000000000000000000000000000000000000000000"
         "0000000000000000000000000000000000000000000000000000000000000000",
     .number = 1,
     .expected =
         "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
         "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"chacha20 text of RFC 8439, 2.4.2", known_chacha20_text,
     .key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     .nonce = "000000000000004a00000000",
     .input = "4c616469657320616e642047656e746c656d656e206f662074686520636c6173"
              "73206f66202739393a204966204920636f756c64206f6666657220796f75206f"
              "6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73"
              "637265656e20776f756c642062652069742e",
     .number = 1,
     .expected =
         "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
         "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
         "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
         "5af90bbf74a35be6b40b8eedf2785e42874d"},
    {"chacha20poly1305 of RFC 8439, 2.8.2", known_chacha20poly1305_box,
     .key = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
     .nonce = "070000004041424344454647",
     .input = "4c616469657320616e642047656e746c656d656e206f662074686520636c6173"
              "73206f66202739393a204966204920636f756c64206f6666657220796f75206f"
              "6e6c79206f6e652074697020666f7220746865206675747572652c2073756e73"
              "637265656e20776f756c642062652069742e",
     .expected =
         "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
         "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
         "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
         "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd060"
         "0691"},
    {"secretbox of 0 bytes", known_secretbox_length, .number = 0,
     .expected = "8a548ff2cb2192de6a7ca77be1f95e42"},
    {"secretbox of 1 bytes", known_secretbox_length, .number = 1,
     .expected = "7b1789c798921d17f72fb8e5446054c5"},
    {"secretbox of 15 bytes", known_secretbox_length, .number = 15,
     .expected = "d669316979c65ed59d1e63d742117cd6"},
    {"secretbox of 16 bytes", known_secretbox_length, .number = 16,
     .expected = "cddcf4b6f34a31cc0d56a589387b1377"},
    {"secretbox of 17 bytes", known_secretbox_length, .number = 17,
     .expected = "09ac6a51e1e3266914afd3d2ec8076ce"},
    {"secretbox of 63 bytes", known_secretbox_length, .number = 63,
     .expected = "d0e9512a7fa39206cb1fce77c3b9da17"},
    {"secretbox of 64 bytes", known_secretbox_length, .number = 64,
     .expected = "71c18482aa6318982648953028f08cd7"},
    {"secretbox of 65 bytes", known_secretbox_length, .number = 65,
     .expected = "2a44b08e1a5367afd961f0081f69bbf2"},
    {"secretbox of 127 bytes", known_secretbox_length, .number = 127,
     .expected = "b5f1696e8f61aebb085f71885a95847a"},
    {"secretbox of 128 bytes", known_secretbox_length, .number = 128,
     .expected = "e4282e0bbdf6d66719fad6d35bc0ecf6"},
    {"secretbox of 255 bytes", known_secretbox_length, .number = 255,
     .expected = "3e1d114f01a3e84200178d9dc38ebb4c"},
    {"secretbox of 256 bytes", known_secretbox_length, .number = 256,
     .expected = "b7edd91a3fca21ce85cdaf80d8dd91bf"},
    {"secretbox of 257 bytes", known_secretbox_length, .number = 257,
     .expected = "004dcf9290d916b2c3acce27774e43cb"},
    {"secretbox of 511 bytes", known_secretbox_length, .number = 511,
     .expected = "7128d65d3485adf1201a3d9cdf85e322"},
    {"secretbox of 512 bytes", known_secretbox_length, .number = 512,
     .expected = "8a5b0298d2cce3e0ca309b24cd6022b2"},
    {"secretbox of 1023 bytes", known_secretbox_length, .number = 1023,
     .expected = "2570f128961ef39d3360f0a2f6362cb8"},
    {"secretbox of 1024 bytes", known_secretbox_length, .number = 1024,
     .expected = "3d7409b613836baa72476c66f1551a8d"},
    {"secretbox of 1500 bytes", known_secretbox_length, .number = 1500,
     .expected = "da8eb4a6510b4da8db2dd8a37c3cac1b"},
    {"secretbox of 4096 bytes", known_secretbox_length, .number = 4096,
     .expected = "8cc359808fafcbcf4d541ba9aaf57aed"},
    {"secretbox of 65536 bytes", known_secretbox_length, .number = 65536,
     .expected = "5f8c09d1ca3afc7510e3e76394e314ba"},
    {.name = NULL},
};
