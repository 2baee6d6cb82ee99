/* SPDX-License-Identifier: MIT
 *
 * A compiler driver and what it says of itself: family, version, target, ABI
 * and the machine flags that it uses when given none.
 *
 * One run tells all of it:  CC -v -dM -E -x c /dev/null  prints the
 * predefined macros on stdout and "Target:" on stderr.  All compilers run
 * with LC_ALL=C and a time limit; nothing goes through a shell.
 */
#ifndef PROBES_COMPILER_H
#define PROBES_COMPILER_H

#include <stdbool.h>

#include "base/child.h"
#include "base/map.h"
#include "base/strvec.h"

struct error;

enum compiler_family {
    COMPILER_GCC,
    COMPILER_CLANG,
    COMPILER_OTHER /* predefines macros, but is neither */
};

/* Predefined macros under some flags: name -> value. */
struct macros {
    struct map names;
    struct strvec values;
};

struct compiler {
    char *cc;              /* as given: "gcc", "ccache arm-...-gcc" */
    struct strvec command; /* its words */
    char *path;            /* of the first word, in full */
    enum compiler_family family;
    char *version; /* "12.2.0" */
    unsigned major;
    unsigned minor;
    char *target;          /* "arm-linux-gnueabihf" */
    char *arch;            /* "arm", "aarch64", "x86_64", "i386", "other" */
    char *float_abi;       /* "hard", "softfp", "soft"; "" where there is
                              no choice */
    bool thumb;            /* compiles to Thumb when not told otherwise */
    struct strvec machine; /* default -march=, -mcpu=, -mtune=, -mfpu=,
                              -mfloat-abi=, -mthumb... where it shows them */
    struct macros macros;  /* with no flags */
    unsigned timeout_ms;   /* each run is killed after this; may be set */
};

/* For timeout_ms, when nobody sets it. */
enum { COMPILER_TIMEOUT_MS = 20000 };

/* False when there is no such program, or it is no C compiler. */
bool compiler_probe(struct compiler *self, const char *cc, struct error *err);
void compiler_release(struct compiler *self);
/* "gcc", "clang", "other". */
const char *compiler_family_word(enum compiler_family family);

/* Runs the compiler with more arguments, in `directory` (NULL: ours).  False
 * when it cannot be started or the user stopped it; how it ended is in
 * *result, which the caller releases. */
bool compiler_run(const struct compiler *self, const struct strvec *arguments,
                  const char *directory, struct child_result *result,
                  struct error *err);
/* Macros under flags.  False, without a message, when the compiler does not
 * take the flags. */
bool compiler_macros(const struct compiler *self, const struct strvec *flags,
                     struct macros *out);
void macros_release(struct macros *self);
bool macros_has(const struct macros *self, const char *name);
/* Its value, or NULL. */
const char *macros_get(const struct macros *self, const char *name);
/* Same names with same values. */
bool macros_equal(const struct macros *a, const struct macros *b);

#endif
