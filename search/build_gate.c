/* SPDX-License-Identifier: MIT
 *
 * A counter that threads wait at.
 */
#include <config.h>

#include "search/build_gate.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"

/* A build's processes together against its largest one, which is what the
 * kernel tells: make runs some of them side by side. */
enum { PEAK_FACTOR = 2 };

void build_gate_init(struct build_gate *self)
{
    *self = (struct build_gate){0};
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
}

void build_gate_release(struct build_gate *self)
{
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
}

uint64_t build_gate_available(void)
{
    static const char key[] = "MemAvailable:";
    struct str text = {0};
    unsigned long kib = 0;
    if (file_read("/proc/meminfo", 0, &text, NULL)) {
        const char *found = strstr(text.text, key);
        char digits[24] = "";
        if (found) {
            found += strlen(key);
            found += strspn(found, " \t");
            snprintf(digits, sizeof(digits), "%.*s",
                     (int)strspn(found, "0123456789"), found);
        }
        str_parse_ulong(digits, &kib);
    }
    str_release(&text);
    return (uint64_t)kib << 10;
}

/* Whether one more fits; the first build has none beside it. */
static bool has_room(const struct build_gate *self)
{
    if (self->held_alone || self->alone_waiting)
        return false;
    if (self->running == 0)
        return true;
    uint64_t available = build_gate_available();
    return self->peak_bytes &&
           (available == 0 || available / PEAK_FACTOR >= self->peak_bytes);
}

void build_gate_enter(struct build_gate *self, bool alone)
{
    pthread_mutex_lock(&self->lock);
    self->alone_waiting += alone;
    while (alone ? self->running > 0 : !has_room(self))
        pthread_cond_wait(&self->changed, &self->lock);
    self->alone_waiting -= alone;
    self->held_alone = alone;
    self->running++;
    pthread_mutex_unlock(&self->lock);
}

void build_gate_leave(struct build_gate *self, uint64_t peak_bytes)
{
    pthread_mutex_lock(&self->lock);
    if (peak_bytes > self->peak_bytes)
        self->peak_bytes = peak_bytes;
    self->running--;
    self->held_alone = false;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}
