/* SPDX-License-Identifier: MIT
 *
 * Records as files.
 */
#include <config.h>

#include "db/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/strvec.h"
#include "db/record.h"
#include "db/record_rules.h"
#include "db/shape_rule.h"

static const double LOCK_WAIT_S = 10;

static bool is_board(const char *name)
{
    return shape_rule_text(&rule_id, name, NULL);
}

/* What record_file_name() can give, and nothing that leaves its folder. */
static bool is_record_name(const char *name)
{
    size_t length = strlen(name);
    return length > strlen(".json") && length <= 250 &&
           !strchr(".-", name[0]) && str_ends(name, ".json") &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789._+-") == length;
}

bool store_is_place(const char *place)
{
    const char *slash = strchr(place, '/');
    if (!slash || !is_record_name(slash + 1))
        return false;
    char *board = xstrndup(place, (size_t)(slash - place));
    bool good = is_board(board);
    free(board);
    return good;
}

static void place_by_id(const struct record *record, const char *id,
                        struct str *out)
{
    str_addf(out, "%s/", record->board.id);
    record_file_name(record, id, out);
}

void store_place(const struct record *record, struct str *out)
{
    char id[RECORD_ID_SIZE];
    record_id(record, id);
    place_by_id(record, id, out);
}

/* Names in a folder that pass a test and are of one kind (S_IFDIR or
 * S_IFREG), links not followed. */
static bool list_kind(const char *path, mode_t kind, bool (*fits)(const char *),
                      struct strvec *names, struct error *err)
{
    DIR *folder = opendir(path);
    if (!folder && errno == ENOENT)
        return true;
    if (!folder)
        return error_io(err, "read the folder", path);
    struct strvec found = {0};
    const struct dirent *entry;
    while ((errno = 0, entry = readdir(folder))) {
        struct stat info;
        if (!fits(entry->d_name))
            continue;
        if (fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) ==
                0 &&
            (info.st_mode & S_IFMT) == kind)
            strvec_add(&found, entry->d_name);
    }
    bool ok = errno == 0;
    if (!ok)
        error_io(err, "read the folder", path);
    closedir(folder);
    strvec_sort(&found);
    if (ok)
        strvec_add_all(names, &found);
    strvec_release(&found);
    return ok;
}

bool store_boards(const char *folder, struct strvec *boards, struct error *err)
{
    return list_kind(folder, S_IFDIR, is_board, boards, err);
}

bool store_names(const char *folder, const char *board, struct strvec *names,
                 struct error *err)
{
    struct str path = {0};
    file_join(&path, folder, board);
    bool ok = list_kind(str_text(&path), S_IFREG, is_record_name, names, err);
    str_release(&path);
    return ok;
}

bool store_list(const char *folder, struct strvec *places, struct error *err)
{
    struct strvec boards = {0}, names = {0};
    bool ok = store_boards(folder, &boards, err);
    for (size_t i = 0; ok && i < boards.count; i++) {
        strvec_reset(&names);
        ok = store_names(folder, boards.items[i], &names, err);
        for (size_t j = 0; ok && j < names.count; j++)
            strvec_addf(places, "%s/%s", boards.items[i], names.items[j]);
    }
    strvec_release(&boards);
    strvec_release(&names);
    return ok;
}

/* Whether a path ends in a place as a whole. */
static bool ends_in_place(const char *path, const char *place)
{
    size_t length = strlen(path), own = strlen(place);
    return str_ends(path, place) &&
           (length == own || path[length - own - 1] == '/');
}

/* A file that is just as it was written has the digest of its bytes in its
 * name, which is quick to see; another may still say the same in other
 * bytes. */
static bool check_place(const struct record *record, const char *text,
                        size_t length, const char *place, struct error *err)
{
    struct str right = {0};
    char id[RECORD_ID_SIZE];
    record_id_of_text(text, length, id);
    place_by_id(record, id, &right);
    bool ok = ends_in_place(place, str_text(&right));
    if (!ok) {
        str_reset(&right);
        store_place(record, &right);
        ok = ends_in_place(place, str_text(&right)) ||
             error_set(err, ERROR_UNTRUSTED,
                       "%s: does not have the name of its content, '%s': it "
                       "was edited or moved; '%s db add' takes an edited "
                       "record",
                       place, str_text(&right), program_name());
    }
    str_release(&right);
    return ok;
}

bool store_parse(const char *text, size_t length, const char *place,
                 struct record *out, struct error *err)
{
    struct record found = {0};
    if (!record_parse(text, length, place, &found, err))
        return false;
    bool ok = check_place(&found, text, length, place, err);
    if (ok)
        *out = found;
    else
        record_release(&found);
    return ok;
}

bool store_load(const char *folder, const char *place, struct record *out,
                struct error *err)
{
    struct str path = {0}, text = {0};
    struct stat info;
    file_join(&path, folder, place);
    const char *name = str_text(&path);
    bool ok =
        store_is_place(place) ||
        error_set(err, ERROR_UNTRUSTED, "'%s' is no place of a record", place);
    if (ok && lstat(name, &info) == 0 && S_ISLNK(info.st_mode))
        ok = error_set(err, ERROR_UNTRUSTED, "'%s' is a symbolic link", name);
    ok = ok && file_read(name, RECORD_BYTES_MAX, &text, err) &&
         store_parse(str_text(&text), text.length, name, out, err);
    str_release(&path);
    str_release(&text);
    return ok;
}

bool store_lock(const char *folder, int *lock, struct error *err)
{
    if (!file_make_directories(folder, err))
        return false;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_io(err, "open", folder);
    double deadline = clock_now_s() + LOCK_WAIT_S;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        /* A file system without locks, or one where only an open for writing
         * can lock: names from contents keep records whole even then. */
        if (errno != EWOULDBLOCK && errno != EINTR)
            break;
        if (clock_now_s() > deadline) {
            close(fd);
            return error_set(err, ERROR_CONFLICT,
                             "the database '%s' is locked: another tuner is "
                             "writing to it",
                             folder);
        }
        clock_sleep_s(0.02);
    }
    *lock = fd;
    return true;
}

void store_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* What a killed tuner left: with the lock held nobody else is writing. */
static void remove_leftovers(const char *folder, struct strvec *names)
{
    struct str path = {0};
    if (!file_list(folder, names, NULL))
        return;
    for (size_t i = 0; i < names->count; i++) {
        const char *mark = strstr(names->items[i], ".json.tmp-");
        if (!mark || strlen(mark) != strlen(".json.tmp-XXXXXX"))
            continue;
        str_reset(&path);
        file_join(&path, folder, names->items[i]);
        unlink(str_text(&path));
    }
    str_release(&path);
}

void store_tidy(const char *folder)
{
    struct strvec boards = {0};
    struct str path = {0};
    store_boards(folder, &boards, NULL);
    for (size_t i = 0; i < boards.count; i++) {
        struct strvec names = {0};
        str_reset(&path);
        file_join(&path, folder, boards.items[i]);
        remove_leftovers(str_text(&path), &names);
        strvec_release(&names);
    }
    str_release(&path);
    strvec_release(&boards);
}

/* The board's folder, on disk when this returns. */
static bool make_board(const char *folder, const char *board, struct str *path,
                       struct error *err)
{
    file_join(path, folder, board);
    if (file_is_directory(str_text(path)))
        return true;
    if (!file_make_directories(str_text(path), err))
        return false;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    if (!ok)
        error_io(err, "sync", folder);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* An existing file of the same name must have the same content. */
static bool check_same(const char *path, const struct str *text,
                       struct error *err)
{
    struct str there = {0};
    bool ok = file_read(path, RECORD_BYTES_MAX, &there, err);
    if (ok && (there.length != text->length ||
               memcmp(str_text(&there), str_text(text), text->length) != 0))
        ok = error_set(err, ERROR_CONFLICT,
                       "'%s' was edited: what belongs there is something "
                       "else",
                       path);
    str_release(&there);
    return ok;
}

static bool write_record(const char *path, const struct str *text, bool *fresh,
                         struct error *err)
{
    struct error why = {0};
    bool written = file_write_new(path, str_text(text), text->length, &why);
    if (fresh)
        *fresh = written;
    if (written)
        return true;
    if (why.kind == ERROR_CONFLICT)
        return check_same(path, text, err);
    return error_set(err, why.kind, "%s", why.text);
}

bool store_save_locked(const char *folder, const struct record *record,
                       struct str *place, bool *fresh, struct error *err)
{
    struct str text = {0}, path = {0}, own = {0};
    struct strvec names = {0};
    bool ok = record_check(record, err) &&
              make_board(folder, record->board.id, &path, err);
    if (ok) {
        remove_leftovers(str_text(&path), &names);
        store_place(record, &own);
        str_reset(&path);
        file_join(&path, folder, str_text(&own));
        record_format(record, &text);
        ok = write_record(str_text(&path), &text, fresh, err);
    }
    if (ok && place)
        str_add(place, str_text(&own));
    strvec_release(&names);
    str_release(&own);
    str_release(&text);
    str_release(&path);
    return ok;
}

bool store_save(const char *folder, const struct record *record,
                struct str *place, struct error *err)
{
    int lock = -1;
    if (!store_lock(folder, &lock, err))
        return error_wrap(err, "saving a record");
    bool ok = store_save_locked(folder, record, place, NULL, err);
    store_unlock(lock);
    return ok || error_wrap(err, "saving a record");
}
