/* SPDX-License-Identifier: MIT
 *
 * One table a struct of record.h, in the order of its members.
 */
#include <config.h>

#include "db/record_shape.h"

#include <stddef.h>

#include "db/record.h"
#include "db/record_rules.h"
#include "db/shape.h"

/* A key has the name of its member. */
#define FIELD(type_, owner, member, required_, rule_)                          \
    {                                                                          \
        .key = #member, .type = type_, .required = required_,                  \
        .offset = offsetof(struct owner, member), .rule = rule_                \
    }
#define OBJECT(owner, member, required_, shape_)                               \
    {                                                                          \
        .key = #member, .type = SHAPE_OBJECT, .required = required_,           \
        .offset = offsetof(struct owner, member), .inner = &shape_             \
    }
#define LIST(owner, member, count_, shape_)                                    \
    {                                                                          \
        .key = #member, .type = SHAPE_LIST,                                    \
        .offset = offsetof(struct owner, member),                              \
        .count_offset = offsetof(struct owner, count_), .inner = &shape_       \
    }
#define SHAPE(owner, fields_)                                                  \
    {                                                                          \
        .size = sizeof(struct owner), .fields = fields_,                       \
        .field_count = sizeof(fields_) / sizeof(*fields_)                      \
    }

enum { OPTIONAL = false, REQUIRED = true };

static const struct shape_field board_fields[] = {
    FIELD(SHAPE_TEXT, record_board, id, REQUIRED, &rule_id),
    FIELD(SHAPE_TEXT, record_board, name, OPTIONAL, &rule_text),
    FIELD(SHAPE_TEXT, record_board, soc, OPTIONAL, &rule_text),
    FIELD(SHAPE_NUMBER, record_board, price_usd, OPTIONAL, &rule_amount),
};
static const struct shape board_shape = SHAPE(record_board, board_fields);

static const struct shape_field canary_fields[] = {
    FIELD(SHAPE_NUMBER, record_canary, ratio, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_canary, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_canary, high, OPTIONAL, &rule_ratio),
};
static const struct shape canary_shape = SHAPE(record_canary, canary_fields);

static const struct shape_field kind_fields[] = {
    FIELD(SHAPE_TEXT, record_kind, core, REQUIRED, &rule_token),
    FIELD(SHAPE_TEXT, record_kind, implementer, OPTIONAL, &rule_part),
    FIELD(SHAPE_TEXT, record_kind, part, OPTIONAL, &rule_part),
    FIELD(SHAPE_NUMBERS, record_kind, cpus, OPTIONAL, &rule_cpu),
    FIELD(SHAPE_BOOL, record_kind, measured, OPTIONAL, NULL),
    FIELD(SHAPE_NUMBER, record_kind, cpu_plus_one, OPTIONAL, &rule_cpu),
    FIELD(SHAPE_TEXT, record_kind, verdict, OPTIONAL, &rule_verdict),
    FIELD(SHAPE_NUMBER, record_kind, gain, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_kind, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_kind, high, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_kind, rounds, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_kind, layouts_agree, OPTIONAL, &rule_count),
    OBJECT(record_kind, canary, OPTIONAL, canary_shape),
};
static const struct shape kind_shape = SHAPE(record_kind, kind_fields);

static const struct shape_field cpu_fields[] = {
    FIELD(SHAPE_TEXT, record_cpu, arch, OPTIONAL, &rule_token),
    LIST(record_cpu, kinds, kind_count, kind_shape),
    FIELD(SHAPE_TEXTS, record_cpu, features, OPTIONAL, &rule_token),
};
static const struct shape cpu_shape = SHAPE(record_cpu, cpu_fields);

static const struct shape_field compiler_fields[] = {
    FIELD(SHAPE_TEXT, record_compiler, family, REQUIRED, &rule_family),
    FIELD(SHAPE_TEXT, record_compiler, version, REQUIRED, &rule_token),
    FIELD(SHAPE_TEXT, record_compiler, target, REQUIRED, &rule_token),
    FIELD(SHAPE_TEXT, record_compiler, float_abi, OPTIONAL, &rule_token),
    FIELD(SHAPE_TEXT, record_compiler, version_line, OPTIONAL, &rule_text),
};
static const struct shape compiler_shape =
    SHAPE(record_compiler, compiler_fields);

static const struct shape_field workload_fields[] = {
    FIELD(SHAPE_TEXT, record_workload, name, REQUIRED, &rule_text),
    FIELD(SHAPE_TEXT, record_workload, version, OPTIONAL, &rule_text),
    FIELD(SHAPE_TEXT, record_workload, source, OPTIONAL, &rule_digest),
    FIELD(SHAPE_TEXT, record_workload, implementation, OPTIONAL, &rule_token),
};
static const struct shape workload_shape =
    SHAPE(record_workload, workload_fields);

static const struct shape_field reading_fields[] = {
    FIELD(SHAPE_TEXT, record_reading, name, REQUIRED, &rule_text),
    FIELD(SHAPE_NUMBER, record_reading, median, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBERS, record_reading, samples, OPTIONAL, &rule_sample),
};
static const struct shape reading_shape = SHAPE(record_reading, reading_fields);

static const struct shape_field baseline_fields[] = {
    FIELD(SHAPE_TEXT, record_baseline, name, REQUIRED, &rule_text),
    FIELD(SHAPE_TEXTS, record_baseline, flags, OPTIONAL, &rule_flags),
    LIST(record_baseline, metrics, metric_count, reading_shape),
    FIELD(SHAPE_BOOL, record_baseline, reference, OPTIONAL, NULL),
    FIELD(SHAPE_NUMBER, record_baseline, code_bytes, OPTIONAL, &rule_count),
};
static const struct shape baseline_shape =
    SHAPE(record_baseline, baseline_fields);

static const struct shape_field winner_fields[] = {
    FIELD(SHAPE_TEXTS, record_winner, flags, OPTIONAL, &rule_flags),
    FIELD(SHAPE_PAIRS, record_winner, implementations, OPTIONAL, &rule_token),
    FIELD(SHAPE_NUMBER, record_winner, gain, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_winner, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_winner, high, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_TEXT, record_winner, verdict, OPTIONAL, &rule_verdict),
};
static const struct shape winner_shape = SHAPE(record_winner, winner_fields);

static const struct shape_field metric_fields[] = {
    FIELD(SHAPE_TEXT, record_metric, name, REQUIRED, &rule_text),
    FIELD(SHAPE_TEXT, record_metric, unit, REQUIRED, &rule_text),
    FIELD(SHAPE_TEXT, record_metric, better, REQUIRED, &rule_better),
    FIELD(SHAPE_NUMBER, record_metric, weight, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_metric, baseline, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_metric, winner, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_metric, ratio, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_metric, wall_ratio, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_metric, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_metric, high, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBERS, record_metric, baseline_samples, OPTIONAL,
          &rule_sample),
    FIELD(SHAPE_NUMBERS, record_metric, winner_samples, OPTIONAL, &rule_sample),
    FIELD(SHAPE_NUMBERS, record_metric, log_ratios, OPTIONAL, &rule_log),
};
static const struct shape metric_shape = SHAPE(record_metric, metric_fields);

static const struct shape_field layout_fields[] = {
    FIELD(SHAPE_NUMBER, record_layout, padding_bytes, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_layout, environment_bytes, OPTIONAL,
          &rule_count),
    FIELD(SHAPE_NUMBER, record_layout, rounds, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_layout, gain, OPTIONAL, &rule_ratio),
};
static const struct shape layout_shape = SHAPE(record_layout, layout_fields);

static const struct shape_field confirmation_fields[] = {
    FIELD(SHAPE_TEXT, record_confirmation, method, REQUIRED, &rule_method),
    FIELD(SHAPE_NUMBER, record_confirmation, confidence, OPTIONAL, &rule_share),
    FIELD(SHAPE_NUMBER, record_confirmation, rounds, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_confirmation, void_rounds, OPTIONAL,
          &rule_count),
    LIST(record_confirmation, layouts, layout_count, layout_shape),
    FIELD(SHAPE_NUMBERS, record_confirmation, round_layouts, OPTIONAL,
          &rule_count),
    FIELD(SHAPE_NUMBER, record_confirmation, layouts_agree, OPTIONAL,
          &rule_count),
    OBJECT(record_confirmation, canary, OPTIONAL, canary_shape),
    FIELD(SHAPE_NUMBER, record_confirmation, layout_floor, OPTIONAL,
          &rule_share),
    FIELD(SHAPE_NUMBER, record_confirmation, cpu_plus_one, OPTIONAL, &rule_cpu),
};
static const struct shape confirmation_shape =
    SHAPE(record_confirmation, confirmation_fields);

static const struct shape_field example_fields[] = {
    FIELD(SHAPE_TEXTS, record_example, flags, OPTIONAL, &rule_flags),
    FIELD(SHAPE_TEXT, record_example, message, OPTIONAL, &rule_message),
};
static const struct shape example_shape = SHAPE(record_example, example_fields);

static const struct shape_field refusal_fields[] = {
    FIELD(SHAPE_TEXT, record_refusal, word, REQUIRED, &rule_refusal),
    FIELD(SHAPE_NUMBER, record_refusal, count, REQUIRED, &rule_count),
    LIST(record_refusal, examples, example_count, example_shape),
};
static const struct shape refusal_shape = SHAPE(record_refusal, refusal_fields);

static const struct shape_field counts_fields[] = {
    FIELD(SHAPE_NUMBER, record_counts, considered, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_counts, refused, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_counts, equal, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_counts, measured, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_counts, classes, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_counts, skipped, OPTIONAL, &rule_count),
};
static const struct shape counts_shape = SHAPE(record_counts, counts_fields);

static const struct shape_field progress_fields[] = {
    FIELD(SHAPE_NUMBER, record_progress, evaluations, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_progress, seconds, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_progress, best, OPTIONAL, &rule_ratio),
};
static const struct shape progress_shape =
    SHAPE(record_progress, progress_fields);

static const struct shape_field share_fields[] = {
    FIELD(SHAPE_TEXT, record_share, flag, REQUIRED, &rule_flag),
    FIELD(SHAPE_NUMBER, record_share, ratio, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_share, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_share, high, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_TEXT, record_share, reason, OPTIONAL, &rule_text),
};
static const struct shape share_shape = SHAPE(record_share, share_fields);

static const struct shape_field choice_fields[] = {
    FIELD(SHAPE_TEXTS, record_choice, flags, OPTIONAL, &rule_flags),
    FIELD(SHAPE_PAIRS, record_choice, implementations, OPTIONAL, &rule_token),
    FIELD(SHAPE_NUMBER, record_choice, gain, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_choice, code_bytes, OPTIONAL, &rule_count),
};
static const struct shape choice_shape = SHAPE(record_choice, choice_fields);

static const struct shape_field file_fields[] = {
    FIELD(SHAPE_TEXTS, record_file, units, REQUIRED, &rule_text),
    FIELD(SHAPE_TEXTS, record_file, flags, OPTIONAL, &rule_flags),
    FIELD(SHAPE_PAIRS, record_file, implementations, OPTIONAL, &rule_token),
    FIELD(SHAPE_NUMBER, record_file, gain, REQUIRED, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_file, shared_gain, OPTIONAL, &rule_ratio),
};
static const struct shape file_shape = SHAPE(record_file, file_fields);

static const struct shape_field rival_fields[] = {
    OBJECT(record_rival, compiler, REQUIRED, compiler_shape),
    FIELD(SHAPE_TEXTS, record_rival, flags, OPTIONAL, &rule_flags),
    FIELD(SHAPE_PAIRS, record_rival, implementations, OPTIONAL, &rule_token),
    FIELD(SHAPE_NUMBER, record_rival, gain, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_rival, low, OPTIONAL, &rule_ratio),
    FIELD(SHAPE_NUMBER, record_rival, high, OPTIONAL, &rule_ratio),
};
static const struct shape rival_shape = SHAPE(record_rival, rival_fields);

static const struct shape_field throughput_fields[] = {
    FIELD(SHAPE_TEXT, record_throughput, build, REQUIRED, &rule_build),
    FIELD(SHAPE_TEXT, record_throughput, direction, REQUIRED, &rule_direction),
    FIELD(SHAPE_NUMBER, record_throughput, seconds, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_throughput, mbit, REQUIRED, &rule_amount),
    FIELD(SHAPE_NUMBER, record_throughput, sent_mbit, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_throughput, retransmits, OPTIONAL, &rule_count),
};
static const struct shape throughput_shape =
    SHAPE(record_throughput, throughput_fields);

static const struct shape_field source_fields[] = {
    FIELD(SHAPE_TEXT, record_source, title, OPTIONAL, &rule_text),
    FIELD(SHAPE_TEXT, record_source, repository, OPTIONAL, &rule_text),
    FIELD(SHAPE_TEXT, record_source, citation, OPTIONAL, &rule_note),
};
static const struct shape source_shape = SHAPE(record_source, source_fields);

static const struct shape_field provenance_fields[] = {
    FIELD(SHAPE_TEXT, record_provenance, tuner, OPTIONAL, &rule_token),
    FIELD(SHAPE_TEXT, record_provenance, date, OPTIONAL, &rule_date),
    FIELD(SHAPE_TEXT, record_provenance, strategy, OPTIONAL, &rule_token),
    FIELD(SHAPE_TEXT, record_provenance, effort, OPTIONAL, &rule_token),
    FIELD(SHAPE_NUMBER, record_provenance, seed, OPTIONAL, &rule_count),
    FIELD(SHAPE_NUMBER, record_provenance, budget_s, OPTIONAL, &rule_amount),
    FIELD(SHAPE_NUMBER, record_provenance, seconds, OPTIONAL, &rule_amount),
};
static const struct shape provenance_shape =
    SHAPE(record_provenance, provenance_fields);

static const struct shape_field record_fields[] = {
    FIELD(SHAPE_NUMBER, record, schema, REQUIRED, &rule_schema),
    OBJECT(record, board, REQUIRED, board_shape),
    OBJECT(record, cpu, OPTIONAL, cpu_shape),
    FIELD(SHAPE_PAIRS, record, system, OPTIONAL, &rule_note),
    OBJECT(record, compiler, REQUIRED, compiler_shape),
    OBJECT(record, workload, REQUIRED, workload_shape),
    LIST(record, baselines, baseline_count, baseline_shape),
    OBJECT(record, winner, OPTIONAL, winner_shape),
    OBJECT(record, plain, OPTIONAL, winner_shape),
    LIST(record, metrics, metric_count, metric_shape),
    OBJECT(record, confirmation, OPTIONAL, confirmation_shape),
    LIST(record, refusals, refusal_count, refusal_shape),
    OBJECT(record, counts, OPTIONAL, counts_shape),
    LIST(record, progress, progress_count, progress_shape),
    LIST(record, shares, share_count, share_shape),
    LIST(record, choices, choice_count, choice_shape),
    LIST(record, files, file_count, file_shape),
    LIST(record, compilers, compiler_count, rival_shape),
    FIELD(SHAPE_TEXTS, record, needs, OPTIONAL, &rule_token),
    LIST(record, throughput, throughput_count, throughput_shape),
    FIELD(SHAPE_NUMBER, record, cost_usd_per_mbit, OPTIONAL, &rule_amount),
    FIELD(SHAPE_BOOL, record, published, OPTIONAL, NULL),
    FIELD(SHAPE_BOOL, record, emulated, OPTIONAL, NULL),
    OBJECT(record, source, OPTIONAL, source_shape),
    FIELD(SHAPE_TEXTS, record, allowed, OPTIONAL, &rule_class),
    FIELD(SHAPE_TEXTS, record, notes, OPTIONAL, &rule_note),
    OBJECT(record, provenance, OPTIONAL, provenance_shape),
};
const struct shape record_shape = SHAPE(record, record_fields);
