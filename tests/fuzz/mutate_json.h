/* SPDX-License-Identifier: MIT
 *
 * Changes of JSON texts that leave them JSON: bytes changed at random are
 * refused by the parser long before anybody looks at what they say.
 */
#ifndef TESTS_FUZZ_MUTATE_JSON_H
#define TESTS_FUZZ_MUTATE_JSON_H

#include <stddef.h>
#include <stdint.h>

/* As LLVMFuzzerCustomMutator: changes data in place, and returns its new
 * size, at most `most`.  A text that is not JSON, and now and then one that
 * is, has its bytes changed. */
size_t mutate_json(uint8_t *data, size_t size, size_t most, unsigned seed);
/* As above, one line of several. */
size_t mutate_json_line(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
