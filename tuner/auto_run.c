/* SPDX-License-Identifier: MIT
 *
 * Runs the searches of `tuner auto`: one a compiler, or one a board, and says
 * what came of them.
 */
#include <config.h>

#include "tuner/auto_run.h"

#include <pthread.h>
#include <stdio.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "db/store.h"
#include "search/effort.h"
#include "search/workload.h"
#include "tuner/auto_boards.h"
#include "tuner/auto_publish.h"
#include "tuner/auto_search.h"
#include "tuner/auto_text.h"
#include "tuner/auto_winners.h"
#include "tuner/database.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/privilege.h"

static bool search_one(const struct auto_request *request, const char *cc,
                       struct auto_winners *winners, struct error *err)
{
    struct auto_search self = {
        .request = request, .winners = winners, .start_s = clock_now_s()};
    bool ok = auto_search_open(&self, cc, NULL, err);
    if (ok) {
        privilege_tell();
        auto_announce(&self.tuning, self.planner.settings.budget_s,
                      request->budget_s);
        ok = planner_run(&self.planner, err);
        auto_search_tell_notes(&self);
        auto_search_tell_costs(&self);
    }
    if (ok && self.planner.result.stopped)
        ok = auto_search_interim(&self, err);
    else if (ok)
        ok = auto_search_finish(&self, err);
    else if (err->kind == ERROR_UNTRUSTED && self.has_planner)
        auto_search_show_best(&self); /* of the compiler that was */
    auto_search_release(&self);
    return ok;
}

/* The search of one board of several. */
struct board_search {
    struct tuning_board *board;
    struct auto_search search;
    struct auto_winners winners;
    pthread_t thread;
    struct error error;
    bool started;
    bool ok;
};

static void *plan_board(void *data)
{
    struct board_search *self = data;
    self->ok = planner_run(&self->search.planner, &self->error);
    return NULL;
}

static bool open_boards(const struct auto_request *request, const char *cc,
                        struct board_search *all, size_t count,
                        struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct tuning_board *board = all[i].board;
        all[i].winners.results = json_array();
        all[i].search = (struct auto_search){.request = request,
                                             .winners = &all[i].winners,
                                             .start_s = clock_now_s()};
        if (i)
            board->share = all[0].search.tuning.workload;
        if (!auto_search_open(&all[i].search, cc, board, err))
            return error_wrap(err, "board '%s'", board->name);
        privilege_tell();
        auto_announce(&all[i].search.tuning,
                      all[i].search.planner.settings.budget_s,
                      request->budget_s);
    }
    return true;
}

static void run_boards(struct board_search *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        all[i].started =
            pthread_create(&all[i].thread, NULL, plan_board, &all[i]) == 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].started)
            pthread_join(all[i].thread, NULL);
        else
            plan_board(&all[i]);
}

/* One board's result; that of the others is told although it failed. */
static bool finish_board(struct board_search *self, json_t *results)
{
    const char *name = self->search.tuning.board->name;
    bool ok = self->ok;
    auto_search_tell_notes(&self->search);
    if (ok && !options_has(self->search.request->options, "json"))
        printf("Board %s\n", name);
    if (ok && self->search.planner.result.stopped)
        ok = auto_search_interim(&self->search, &self->error);
    else if (ok)
        ok = auto_search_finish(&self->search, &self->error) &&
             auto_publish(self->search.request->options, &self->winners,
                          &self->error);
    if (!ok && self->error.kind != ERROR_CANCELLED)
        message_error("board '%s': %s", name, self->error.text);
    if (json_array_size(self->winners.results))
        json_object_set(results, name,
                        json_array_get(self->winners.results, 0));
    return ok;
}

/* All boards at once, each with a race of its own; builds are shared. */
static bool search_boards(const struct auto_request *request, const char *cc,
                          struct tuning_board *boards, size_t count,
                          struct error *err)
{
    struct board_search *all = xcalloc(count, sizeof(*all));
    json_t *results = json_object();
    for (size_t i = 0; i < count; i++)
        all[i].board = &boards[i];
    bool ok = open_boards(request, cc, all, count, err);
    if (ok) {
        run_boards(all, count);
        for (size_t i = 0; i < count; i++)
            ok = finish_board(&all[i], results) && ok;
        if (!ok) /* each has been told */
            err->kind = child_cancelled() ? ERROR_CANCELLED : ERROR_NONE;
        if (options_has(request->options, "json")) {
            json_t *out = json_pack("{s:O}", "boards", results);
            auto_publish_print(out);
            json_decref(out);
        }
    }
    /* The first one's workload holds what the others share. */
    for (size_t i = count; i > 0; i--) {
        auto_search_release(&all[i - 1].search);
        auto_winners_release(&all[i - 1].winners);
    }
    json_decref(results);
    free(all);
    return ok;
}

/* One object, whatever the number of compilers: that of the best one, with
 * all of them in "compilers". */
static void print_results(const struct auto_winners *winners)
{
    /* Stopped before any search began: still an object. */
    if (!json_array_size(winners->results) && child_cancelled())
        json_array_append_new(winners->results,
                              json_pack("{s:b, s:n}", "stopped", 1, "best"));
    size_t count = json_array_size(winners->results);
    if (!count)
        return;
    size_t best = winners->best < count ? winners->best : 0;
    json_t *out = json_deep_copy(json_array_get(winners->results, best));
    if (count > 1)
        json_object_set(out, "compilers", winners->results);
    auto_publish_print(out);
    json_decref(out);
}

/* The winners of several compilers against each other, in one run. */
static bool compare(const struct auto_request *request,
                    struct auto_winners *winners, const char *cc,
                    struct error *err)
{
    struct tuning tuning;
    if (winners->count < 2)
        return true;
    message_info("comparing the winners of %zu compilers", winners->count);
    if (!tuning_open(&tuning, request->options, cc, NULL, err))
        return false;
    bool ok = auto_winners_compare(
        winners, tuning.workload, request->effort->confirm_rounds,
        request->compare_s > 0 ? clock_now_s() + request->compare_s : 0, err);
    tuning_release(&tuning);
    return ok;
}

/* A database that cannot be written is better known before than after. */
static bool check_database(const struct options *options, struct error *err)
{
    struct database database = {0};
    int lock;
    bool ok = database_locate(options, &database, err) &&
              store_lock(str_text(&database.folder), &lock, err);
    if (ok)
        store_unlock(lock);
    database_release(&database);
    return ok;
}

static bool run_compilers(const struct auto_request *request,
                          const struct strvec *compilers, struct error *err)
{
    struct auto_winners winners = {.results = json_array()};
    bool ok = true;
    for (size_t i = 0; ok && i < compilers->count; i++)
        ok = search_one(request, compilers->items[i], &winners, err);
    ok = ok && compare(request, &winners, compilers->items[0], err);
    /* What is finished is kept, whatever became of the others. */
    struct error own = {0};
    if (!auto_publish(request->options, &winners, &own) && ok) {
        *err = own;
        ok = false;
    }
    if (options_has(request->options, "json"))
        print_results(&winners);
    auto_winners_release(&winners);
    return ok;
}

bool auto_run(const struct options *options, const struct strvec *compilers,
              struct error *err)
{
    struct auto_request request;
    struct tuning_board *boards = NULL;
    size_t count = 0;
    bool ok = auto_request_parse(&request, options, compilers->count, err) &&
              auto_boards_parse(options, &boards, &count, err) &&
              check_database(options, err);
    if (ok && count && compilers->count > 1)
        ok = error_set(err, ERROR_USAGE,
                       "--board goes with one compiler at a time");
    else if (ok && count)
        ok = search_boards(&request, compilers->items[0], boards, count, err);
    else if (ok)
        ok = run_compilers(&request, compilers, err);
    auto_boards_free(boards, count);
    return ok;
}
