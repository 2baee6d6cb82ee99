/* SPDX-License-Identifier: MIT
 *
 * A change of one value somewhere in a JSON text.
 */
#include <config.h>

#include "tests/fuzz/mutate_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

/* libFuzzer's own; replay.c has none and calls no mutator. */
extern size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
    __attribute__((weak));

enum { STRING_MOST = 4096, BYTES_ONE_IN = 8 };

static size_t mutate_bytes(uint8_t *data, size_t size, size_t most)
{
    return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, most) : size;
}

/* Where a value stands: in an object under a key or in an array. */
struct place {
    json_t *parent; /* NULL: none found */
    const char *key;
    size_t index;
};

/* Each place is as likely as any other (reservoir sampling). */
static void draw_place(json_t *value, struct rng *rng, size_t *seen,
                       struct place *out)
{
    const char *key;
    json_t *member;
    size_t index;
    json_object_foreach(value, key, member)
    {
        if (rng_below(rng, ++*seen) == 0)
            *out = (struct place){value, key, 0};
        draw_place(member, rng, seen, out);
    }
    json_array_foreach(value, index, member)
    {
        if (rng_below(rng, ++*seen) == 0)
            *out = (struct place){value, NULL, index};
        draw_place(member, rng, seen, out);
    }
}

static json_t *get(const struct place *place)
{
    return place->key ? json_object_get(place->parent, place->key)
                      : json_array_get(place->parent, place->index);
}

static void set(const struct place *place, json_t *value)
{
    if (place->key)
        json_object_set_new(place->parent, place->key, value);
    else
        json_array_set_new(place->parent, place->index, value);
}

static json_t *other_string(const json_t *old)
{
    char text[STRING_MOST];
    size_t size = json_string_length(old);
    size = size < sizeof(text) ? size : sizeof(text);
    if (size)
        memcpy(text, json_string_value(old), size);
    size = mutate_bytes((uint8_t *)text, size, sizeof(text));
    return json_stringn(text, size); /* NULL when it is not UTF-8 */
}

static json_t *other_number(const json_t *old, struct rng *rng)
{
    static const double numbers[] = {0,      -1,   1,     0.5,
                                     1e-300, 1e15, 1e300, 2147483648.0};
    double value = json_number_value(old);
    switch (rng_below(rng, 4)) {
    case 0:
        return json_real(numbers[rng_below(rng, 8)]);
    case 1:
        return json_integer(json_is_integer(old) ? json_integer_value(old) + 1
                                                 : 1);
    case 2:
        return json_real(value * (0.5 + rng_unit(rng)));
    default:
        return json_integer((json_int_t)rng_below(rng, 100));
    }
}

static json_t *other_kind(struct rng *rng)
{
    switch (rng_below(rng, 5)) {
    case 0:
        return json_null();
    case 1:
        return json_object();
    case 2:
        return json_array();
    case 3:
        return json_string("");
    default:
        return json_true();
    }
}

static json_t *other_value(const json_t *old, struct rng *rng)
{
    if (json_is_string(old) && rng_below(rng, 16))
        return other_string(old);
    if (json_is_number(old) && rng_below(rng, 16))
        return other_number(old, rng);
    return other_kind(rng);
}

static void remove_value(const struct place *place)
{
    if (place->key)
        json_object_del(place->parent, place->key);
    else
        json_array_remove(place->parent, place->index);
}

/* Puts a copy of a value from elsewhere beside or in the place of it. */
static void copy_value(json_t *root, const struct place *place, struct rng *rng)
{
    struct place from = {0};
    size_t seen = 0;
    draw_place(root, rng, &seen, &from);
    json_t *copy = json_deep_copy(get(&from));
    if (!place->key && rng_below(rng, 2))
        json_array_insert_new(place->parent, place->index, copy);
    else
        set(place, copy);
}

static void change(json_t *root, struct rng *rng)
{
    struct place place = {0};
    size_t seen = 0;
    draw_place(root, rng, &seen, &place);
    if (!place.parent)
        return;
    switch (rng_below(rng, 8)) {
    case 0:
        remove_value(&place);
        break;
    case 1:
        copy_value(root, &place, rng);
        break;
    default:
        set(&place, other_value(get(&place), rng));
    }
}

size_t mutate_json(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct rng rng;
    rng_init(&rng, seed);
    json_t *root = rng_below(&rng, BYTES_ONE_IN)
                       ? json_loadb((const char *)data, size, 0, NULL)
                       : NULL;
    if (!root)
        return mutate_bytes(data, size, most);
    for (size_t changes = 1 + rng_below(&rng, 3); changes; changes--)
        change(root, &rng);
    size_t made = json_dumpb(root, (char *)data, most, JSON_COMPACT);
    json_decref(root);
    return made && made <= most ? made : size;
}

size_t mutate_json_line(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct rng rng;
    rng_init(&rng, seed);
    if (!size || !rng_below(&rng, BYTES_ONE_IN))
        return mutate_bytes(data, size, most);
    size_t start = rng_below(&rng, size);
    while (start && data[start - 1] != '\n')
        start--;
    const uint8_t *newline = memchr(data + start, '\n', size - start);
    size_t end = newline ? (size_t)(newline - data) : size;
    size_t rest = size - end, room = most - start - rest;
    uint8_t *copy = malloc(most);
    if (!copy)
        return size;
    memcpy(copy, data + start, end - start);
    size_t made = mutate_json(copy, end - start, room, seed + 1);
    if (made > room) { /* libFuzzer makes one byte of none, also without room */
        free(copy);
        return size;
    }
    memmove(data + start + made, data + end, rest);
    memcpy(data + start, copy, made);
    free(copy);
    return start + made + rest;
}
