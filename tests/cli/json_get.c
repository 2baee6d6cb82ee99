/* SPDX-License-Identifier: MIT
 *
 * json_get FILE PATH: prints one value of a JSON file, for the command line
 * tests.  PATH is keys and array indices with dots between; "#" is a count:
 * winner.flags.0, flags.#, "" for the whole.  Texts are printed bare,
 * anything else as JSON on one line.  A value that is not there is exit 1.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step of the path; a new reference or NULL. */
static json_t *step(const json_t *value, const char *key)
{
    if (strcmp(key, "#") == 0)
        return json_integer((json_int_t)(json_is_object(value)
                                             ? json_object_size(value)
                                             : json_array_size(value)));
    if (json_is_array(value))
        return json_incref(json_array_get(value, strtoul(key, NULL, 10)));
    return json_incref(json_object_get(value, key));
}

/* Follows the path, which is taken apart; takes the reference to value. */
static json_t *follow(json_t *value, char *path)
{
    while (value && *path) {
        size_t length = strcspn(path, ".");
        char *next = path + length + (path[length] == '.');
        path[length] = '\0';
        json_t *inner = step(value, path);
        json_decref(value);
        value = inner;
        path = next;
    }
    return value;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: json_get FILE PATH\n", stderr);
        return 2;
    }
    json_error_t why;
    json_t *value = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &why);
    if (!value) {
        fprintf(stderr, "%s:%d: %s\n", argv[1], why.line, why.text);
        return 1;
    }
    value = follow(value, argv[2]);
    if (!value)
        return 1;
    if (json_is_string(value))
        puts(json_string_value(value));
    else if (json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_SORT_KEYS) == 0)
        putchar('\n');
    json_decref(value);
    return fflush(stdout) ? 1 : 0;
}
