/* SPDX-License-Identifier: MIT
 *
 * The index file of a database, as somebody may have left it: a whole one of
 * a small database, with the bytes changed that the input names (two for the
 * place, one for the value).
 */
#include <config.h>

#include "db/index_image.h"

#include "base/str.h"

#include "tests/fuzz/fuzz.h"

static void make_image(struct str *out)
{
    struct index_image image = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct index_folder_row *folder = index_image_add_folder(&image);
        folder->name = index_image_text(&image, i ? "pine64" : "odroid-c2");
        folder->first = i;
        folder->count = 1;
        struct index_record_row *record = index_image_add_record(&image);
        uint32_t text = index_image_text(&image, "aarch64-gcc.json");
        for (int field = 0; field < INDEX_TEXT_COUNT; field++)
            record->texts[field] = text;
    }
    index_image_format(&image, (struct index_stamp){1, 2}, out);
    index_image_release(&image);
}

static void patch(struct str *image, const uint8_t *data, size_t size)
{
    for (; size >= 3; data += 3, size -= 3) {
        size_t at = ((size_t)data[0] << 8 | data[1]) % image->length;
        image->text[at] = (char)data[2];
    }
}

static void walk(const struct index_view *view)
{
    size_t length = 0;
    for (uint32_t i = 0; i < view->header->folder_count; i++) {
        const struct index_folder_row *folder = &view->folders[i];
        length += strlen(index_view_text(view, folder->name));
        FUZZ_HOLDS((uint64_t)folder->first + folder->count <=
                   view->header->record_count);
    }
    for (uint32_t i = 0; i < view->header->record_count; i++)
        for (int text = 0; text < INDEX_TEXT_COUNT; text++)
            length +=
                strlen(index_view_text(view, view->records[i].texts[text]));
    FUZZ_HOLDS(length < SIZE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str image = {0};
    struct index_view view = {0};
    make_image(&image);
    FUZZ_HOLDS(index_view_open(&view, image.text, image.length));
    walk(&view);
    patch(&image, data, size);
    /* A copy of the exact size, so that reading past its end is seen. */
    char *bytes = malloc(image.length);
    FUZZ_HOLDS(bytes);
    memcpy(bytes, image.text, image.length);
    if (index_view_open(&view, bytes, image.length))
        walk(&view);
    free(bytes);
    str_release(&image);
    return 0;
}
