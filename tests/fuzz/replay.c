/* SPDX-License-Identifier: MIT
 *
 * The plain side of a fuzz target: runs it over the files that are named, or
 * over its corpus and seeded mutations of that, and prints TAP.  A crash ends
 * the program; the last line names the input.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/fuzz/fuzz.h"

enum { MUTATIONS = 100, MUTATIONS_SLOW = 5, STEPS_MAX = 8 };

struct corpus {
    struct strvec names;
    struct str *contents;
};

/* The target gets a copy of exactly the right size, so that the sanitizers
 * see a step over its end. */
static void run(const struct str *input)
{
    uint8_t *copy = xmalloc(input->length);
    if (input->length)
        memcpy(copy, input->text, input->length);
    LLVMFuzzerTestOneInput(copy, input->length);
    free(copy);
}

static void remove_bytes(struct str *text, size_t at, size_t count)
{
    if (count > text->length - at)
        count = text->length - at;
    memmove(text->text + at, text->text + at + count,
            text->length - at - count + 1);
    text->length -= count;
}

static void insert_bytes(struct str *text, size_t at, const char *bytes,
                         size_t count)
{
    struct str made = {0};
    str_add_bytes(&made, str_text(text), at);
    str_add_bytes(&made, bytes, count);
    str_add_bytes(&made, str_text(text) + at, text->length - at);
    str_release(text);
    *text = made;
}

/* One small change: a byte flipped, some lost, some doubled, something
 * special put in, or a piece of another file. */
static void mutate(struct str *text, struct rng *rng, const struct str *other)
{
    static const char special[] = "\0\n\r\t\"'\\=:;#[]{}()<>%$*-+.,0\x7f\xff";
    size_t at = rng_below(rng, text->length + 1);
    size_t count = 1 + rng_below(rng, 16);
    switch (rng_below(rng, 5)) {
    case 0:
        if (at < text->length)
            text->text[at] ^= (char)(1u << rng_below(rng, 8));
        break;
    case 1:
        if (at < text->length)
            remove_bytes(text, at, count);
        break;
    case 2:
        if (count > text->length - at)
            count = text->length - at;
        if (count)
            insert_bytes(text, at, text->text + at, count);
        break;
    case 3:
        insert_bytes(text, at, special + rng_below(rng, sizeof(special) - 1),
                     1);
        break;
    default:
        if (other->length) {
            size_t from = rng_below(rng, other->length);
            if (count > other->length - from)
                count = other->length - from;
            insert_bytes(text, at, other->text + from, count);
        }
    }
}

static void run_mutations(const struct corpus *corpus, size_t index)
{
    struct rng rng;
    rng_init(&rng, index + 1);
    int rounds = getenv("TUNER_TEST_SLOWDOWN") ? MUTATIONS_SLOW : MUTATIONS;
    for (int i = 0; i < rounds; i++) {
        struct str text = {0};
        const struct str *first = &corpus->contents[index];
        str_add_bytes(&text, str_text(first), first->length);
        size_t steps = 1 + rng_below(&rng, STEPS_MAX);
        while (steps--)
            mutate(&text, &rng,
                   &corpus->contents[rng_below(&rng, corpus->names.count)]);
        run(&text);
        str_release(&text);
    }
}

static void read_or_exit(const char *path, struct str *out)
{
    struct error err = {0};
    if (file_read(path, 0, out, &err))
        return;
    printf("Bail out! %s\n", err.text);
    exit(EXIT_FAILURE);
}

/* Files named by hand: a crash that was found elsewhere. */
static int run_files(char **paths)
{
    for (; *paths; paths++) {
        struct str input = {0};
        read_or_exit(*paths, &input);
        printf("%s\n", *paths);
        fflush(stdout);
        run(&input);
        str_release(&input);
    }
    return EXIT_SUCCESS;
}

static void corpus_load(struct corpus *self, const char *folder)
{
    struct error err = {0};
    if (!file_list(folder, &self->names, &err) || !self->names.count) {
        printf("Bail out! no corpus in '%s': %s\n", folder, err.text);
        exit(EXIT_FAILURE);
    }
    self->contents = xcalloc(self->names.count, sizeof(*self->contents));
    for (size_t i = 0; i < self->names.count; i++) {
        struct str path = {0};
        file_join(&path, folder, self->names.items[i]);
        read_or_exit(str_text(&path), &self->contents[i]);
        str_release(&path);
    }
}

static void corpus_release(struct corpus *self)
{
    for (size_t i = 0; i < self->names.count; i++)
        str_release(&self->contents[i]);
    free(self->contents);
    strvec_release(&self->names);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return run_files(argv + 1);

    const char *source = getenv("SOURCE_DIR");
    struct str folder = {0};
    str_addf(&folder, "%s/tests/fuzz/corpus/%s", source ? source : ".",
             file_base_name(argv[0]));
    struct corpus corpus = {0};
    corpus_load(&corpus, str_text(&folder));
    printf("1..%zu\n", corpus.names.count);
    for (size_t i = 0; i < corpus.names.count; i++) {
        printf("# %s\n", corpus.names.items[i]);
        fflush(stdout);
        run(&corpus.contents[i]);
        run_mutations(&corpus, i);
        printf("ok %zu - %s and mutations of it\n", i + 1,
               corpus.names.items[i]);
    }
    corpus_release(&corpus);
    str_release(&folder);
    return EXIT_SUCCESS;
}
