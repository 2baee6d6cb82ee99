/* SPDX-License-Identifier: MIT
 *
 * What kernels and boards say of themselves: the first byte chooses the kind.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "probes/board.h"
#include "probes/cpu_parts.h"
#include "probes/cpuinfo.h"
#include "probes/root.h"
#include "probes/words.h"

#include "tests/fuzz/fuzz.h"

static void read_cpuinfo(char *text, size_t length)
{
    struct cpuinfo info = {0};
    cpuinfo_parse(&info, text, length);
    for (size_t i = 0; i < info.count; i++)
        cpuinfo_get(&info, i, CPUINFO_FEATURES);
    cpuinfo_any(&info, CPUINFO_FEATURES);
    cpuinfo_release(&info);
}

static void read_cpu_list(char *text, size_t length)
{
    int *cpus = NULL;
    size_t count = 0;
    (void)length;
    if (root_parse_cpu_list(text, &cpus, &count))
        for (size_t i = 0; i < count; i++)
            FUZZ_HOLDS(cpus[i] >= 0);
    free(cpus);
}

static void read_model(char *text, size_t length)
{
    (void)length;
    char *id = board_make_id(text);
    FUZZ_HOLDS(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") ==
               strlen(id));
    free(id);
    root_clean_text(text);
}

static void read_words(char *text, size_t length)
{
    struct strvec words = {0}, items = {0};
    (void)length;
    words_parse(text, &words);
    words_split_list(text, &items);
    words_satisfy(&words, text);
    words_intersect(&words, &items);
    strvec_release(&words);
    strvec_release(&items);
}

static void read_hwcaps(char *text, size_t length)
{
    struct strvec words = {0};
    hwcap_words(text, length, "aarch64", &words);
    hwcap_words(text, length, "armv7l", &words);
    strvec_release(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(char *text, size_t length) = {
        read_cpuinfo, read_cpu_list, read_model, read_words, read_hwcaps};
    if (!size)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    readers[data[0] % (sizeof(readers) / sizeof(*readers))](text, size - 1);
    free(text);
    return 0;
}
