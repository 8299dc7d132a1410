// What an evaluation asked of its host and was told, written down, and the same questions asked again without Lua. A function of a policy
// depends on nothing else: where every answer is the same, so is what it does. Nothing here raises.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// Nodes that one transcript may name, and bytes that it may have.
#define MOST_NODES 128
#define MOST_BYTES 4096
#define MOST_DEPTH 4

struct bp_transcript {
  /// The callbacks that are asked.
  bp_host host;
  /// Whether something was asked or told that cannot be written down, or too much.
  bool is_spoiled;
  /// A bit for each kind of node that may not be asked.
  uint64_t refused;
  /// What the answers charged: it depends on how much there is to look at, and policies do not see it.
  uint64_t fuel;
  size_t count, node_count;
  bp_node nodes[MOST_NODES];
  uint8_t bytes[MOST_BYTES];
};

typedef enum question { INDEX = 1, LENGTH, ENTRY, DESCRIBE, COMPARE, ORDER, CALL } question;

// MARK: Writing

static void put(bp_transcript *to, const void *bytes, size_t count) {
  if (to->is_spoiled || count > MOST_BYTES - to->count) {
    to->is_spoiled = true;
    return;
  }
  if (count > 0) memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
}

static void put_byte(bp_transcript *to, unsigned byte) {
  uint8_t value = (uint8_t)byte;
  put(to, &value, 1);
}

static void put_count(bp_transcript *to, size_t count) {
  if (count > UINT16_MAX) {
    to->is_spoiled = true;
    return;
  }
  put_byte(to, (unsigned)(count & 0xFF));
  put_byte(to, (unsigned)(count >> 8));
}

/// The number of a node: they count in the order in which they came up. A question can only be about one that was given before.
static void put_node(bp_transcript *to, bp_node node, bool is_new) {
  size_t number = 0;
  while (number < to->node_count && bp_compare_nodes(to->nodes[number], node) != 0) number++;
  if (number == to->node_count) {
    if (!is_new || number == MOST_NODES || node.kind >= 64 || (to->refused >> node.kind & 1) != 0) {
      to->is_spoiled = true;
      return;
    }
    to->nodes[to->node_count++] = node;
  }
  put_byte(to, (unsigned)number);
}

static void put_value(bp_transcript *to, const bp_value *value, bool is_answer, int depth) {
  put_byte(to, value->type);
  switch (value->type) {
  case BP_NIL: return;
  case BP_BOOLEAN: put_byte(to, value->boolean); return;
  case BP_INTEGER: put(to, &value->integer, sizeof value->integer); return;
  case BP_NUMBER: put(to, &value->number, sizeof value->number); return;
  case BP_STRING:
    put_count(to, value->string.count);
    put(to, value->string.start, value->string.count);
    return;
  case BP_NODE: put_node(to, value->node, is_answer); return;
  case BP_HOST_FUNCTION:
    put(to, &value->function, sizeof value->function);
    if (!is_answer) to->is_spoiled = true;
    return;
  case BP_TABLE:
    if (depth == MOST_DEPTH) break;
    put_count(to, value->count);
    for (size_t i = 0; i < value->count && !to->is_spoiled; i++) {
      put_value(to, &value->entries[i].key, is_answer, depth + 1);
      put_value(to, &value->entries[i].value, is_answer, depth + 1);
    }
    return;
  default: break;
  }
  to->is_spoiled = true;
}

static void put_answer(bp_transcript *to, const bp_result *answer) {
  put_value(to, &answer->value, true, 0);
  if (__builtin_add_overflow(to->fuel, answer->fuel, &to->fuel)) to->is_spoiled = true;
}

// MARK: Listening

static void hear_index(void *context, bp_node node, const bp_value *key, bp_result *result) {
  bp_transcript *to = context;
  put_byte(to, INDEX);
  put_node(to, node, false);
  put_value(to, key, false, 0);
  to->host.index(to->host.context, node, key, result);
  put_answer(to, result);
}

static void hear_length(void *context, bp_node node, bp_result *result) {
  bp_transcript *to = context;
  put_byte(to, LENGTH);
  put_node(to, node, false);
  to->host.length(to->host.context, node, result);
  put_answer(to, result);
}

static bool hear_entry(void *context, bp_node node, uint64_t rank, bp_result *key, bp_result *value) {
  bp_transcript *to = context;
  put_byte(to, ENTRY);
  put_node(to, node, false);
  put(to, &rank, sizeof rank);
  bool is_there = to->host.entry(to->host.context, node, rank, key, value);
  put_byte(to, is_there);
  put_answer(to, key);
  put_answer(to, value);
  return is_there;
}

static void hear_describe(void *context, bp_node node, bp_result *result) {
  bp_transcript *to = context;
  put_byte(to, DESCRIBE);
  put_node(to, node, false);
  to->host.describe(to->host.context, node, result);
  put_answer(to, result);
}

static void hear_compare(void *context, bp_node left, bp_node right, bool is_for_equality, bp_result *result) {
  bp_transcript *to = context;
  put_byte(to, COMPARE);
  put_node(to, left, false);
  put_node(to, right, false);
  put_byte(to, is_for_equality);
  to->host.compare(to->host.context, left, right, is_for_equality, result);
  put_answer(to, result);
}

static int32_t hear_order(void *context, bp_node left, bp_node right) {
  bp_transcript *to = context;
  put_byte(to, ORDER);
  put_node(to, left, false);
  put_node(to, right, false);
  int32_t order = to->host.order(to->host.context, left, right);
  put(to, &order, sizeof order);
  return order;
}

static void hear_call(void *context, const bp_call *call, bp_result *result) {
  bp_transcript *to = context;
  // What calls a node reports; and what policies call while they load, or what does not only answer, has nothing to do here.
  if (call->function == BP_CALL_NODE || call->count > MOST_DEPTH * 4) to->is_spoiled = true;
  put_byte(to, CALL);
  put(to, &call->function, sizeof call->function);
  put_byte(to, (unsigned)call->count);
  for (size_t i = 0; i < call->count && !to->is_spoiled; i++) put_value(to, &call->arguments[i], false, 0);
  to->host.call(to->host.context, call, result);
  put_answer(to, result);
}

static void hear_undefined(void *context, bp_bytes library, bp_bytes name, bp_result *result) {
  bp_transcript *to = context;
  to->is_spoiled = true;
  to->host.undefined(to->host.context, library, name, result);
}

/// The state's transcript, with nothing in it; NULL without memory, and while one is being taken down.
static bp_transcript *begin(bp_state *state, const bp_node *known, size_t count, uint64_t refused) {
  if (state->is_heard) return NULL;
  if (state->transcript == NULL) state->transcript = malloc(sizeof *state->transcript);
  bp_transcript *to = state->transcript;
  if (to == NULL) return NULL;
  to->host = state->host;
  to->is_spoiled = count > MOST_NODES;
  to->refused = refused;
  to->count = 0;
  to->fuel = 0;
  to->node_count = to->is_spoiled ? 0 : count;
  memcpy(to->nodes, known, to->node_count * sizeof *known);
  return to;
}

bool bp_begin_transcript(bp_state *state, const bp_node *known, size_t count, uint64_t refused) {
  bp_transcript *to = begin(state, known, count, refused);
  if (to == NULL) return false;
  state->host = (bp_host){
      .context = to, .index = hear_index, .length = hear_length, .entry = hear_entry, .describe = hear_describe,
      .compare = hear_compare, .order = hear_order, .call = hear_call, .undefined = hear_undefined};
  state->is_heard = true;
  // Room for the fuel.
  put(to, &to->fuel, sizeof to->fuel);
  return true;
}

bp_bytes bp_end_transcript(bp_state *state) {
  bp_transcript *from = state->transcript;
  if (!state->is_heard) return (bp_bytes){NULL, 0};
  state->is_heard = false;
  state->host = from->host;
  if (!from->is_spoiled) memcpy(from->bytes, &from->fuel, sizeof from->fuel);
  return from->is_spoiled ? (bp_bytes){NULL, 0} : (bp_bytes){(const char *)from->bytes, from->count};
}

// MARK: Asking again

typedef struct reader {
  const uint8_t *at, *end;
  bool is_broken;
} reader;

static const uint8_t *take(reader *from, size_t count) {
  static const uint8_t nothing[sizeof(uint64_t)];
  if (from->is_broken || count > (size_t)(from->end - from->at)) {
    from->is_broken = true;
    return nothing;
  }
  const uint8_t *start = from->at;
  from->at += count;
  return start;
}

static size_t take_count(reader *from) {
  size_t low = *take(from, 1);
  return low | (size_t)*take(from, 1) << 8;
}

static bp_node take_node(reader *from, const bp_transcript *now) {
  size_t number = *take(from, 1);
  if (number < now->node_count) return now->nodes[number];
  from->is_broken = true;
  return (bp_node){0, 0, 0};
}

/// An operand. What it points to is in the transcript, or in the scratch memory.
static bp_value take_value(reader *from, const bp_transcript *now, bp_state *state, int depth) {
  bp_value value;
  memset(&value, 0, sizeof value);
  value.type = (bp_type)*take(from, 1);
  switch (value.type) {
  case BP_NIL: break;
  case BP_BOOLEAN: value.boolean = *take(from, 1) != 0; break;
  case BP_INTEGER: memcpy(&value.integer, take(from, sizeof value.integer), sizeof value.integer); break;
  case BP_NUMBER: memcpy(&value.number, take(from, sizeof value.number), sizeof value.number); break;
  case BP_STRING: {
    size_t count = take_count(from);
    const char *start = (const char *)take(from, count);
    value.string = (bp_bytes){start, from->is_broken ? 0 : count};
    break;
  }
  case BP_NODE: value.node = take_node(from, now); break;
  case BP_TABLE: {
    size_t count = take_count(from);
    bp_entry *entries = NULL;
    if (depth < MOST_DEPTH && count <= (size_t)(from->end - from->at)) entries = bp_scratch(state, sizeof *entries * (count + 1));
    if (entries == NULL) {
      from->is_broken = true;
      break;
    }
    for (size_t i = 0; i < count; i++) {
      entries[i].key = take_value(from, now, state, depth + 1);
      entries[i].value = take_value(from, now, state, depth + 1);
    }
    value.entries = entries;
    value.count = count;
    break;
  }
  default: from->is_broken = true;
  }
  return value;
}

/// Whether what has been put since the last time is what the transcript has here.
static bool is_told(bp_transcript *now, reader *from) {
  size_t count = now->count;
  now->count = 0;
  if (now->is_spoiled || from->is_broken || count > (size_t)(from->end - from->at)) return false;
  return memcmp(take(from, count), now->bytes, count) == 0;
}

static bool ask(bp_transcript *now, reader *from, bp_state *state) {
  const bp_host *host = &now->host;
  bp_result result, second;
  memset(&result, 0, sizeof result);
  memset(&second, 0, sizeof second);
  question asked = (question)*take(from, 1);
  if (from->is_broken) return false;
  if (asked == CALL) {
    bp_value arguments[MOST_DEPTH * 4];
    uint32_t function;
    memcpy(&function, take(from, sizeof function), sizeof function);
    size_t count = *take(from, 1);
    if (count > MOST_DEPTH * 4 || function >= state->function_count) return false;
    if (state->functions[function].traits & (BP_CURRIED | BP_CAPTURES | BP_IMPORTS | BP_FORMATS)) return false;
    for (size_t i = 0; i < count; i++) arguments[i] = take_value(from, now, state, 0);
    if (from->is_broken) return false;
    bp_call call = {.function = function, .arguments = arguments, .count = count, .file = {"", 0}, .line = 0};
    host->call(host->context, &call, &result);
    put_answer(now, &result);
    return is_told(now, from);
  }
  bp_node node = take_node(from, now);
  switch (asked) {
  case INDEX: {
    bp_value key = take_value(from, now, state, 0);
    if (from->is_broken || (key.type != BP_STRING && key.type != BP_INTEGER)) return false;
    host->index(host->context, node, &key, &result);
    break;
  }
  case LENGTH:
    if (from->is_broken) return false;
    host->length(host->context, node, &result);
    break;
  case ENTRY: {
    uint64_t rank;
    memcpy(&rank, take(from, sizeof rank), sizeof rank);
    if (from->is_broken) return false;
    put_byte(now, host->entry(host->context, node, rank, &result, &second));
    put_answer(now, &result);
    put_answer(now, &second);
    return is_told(now, from);
  }
  case DESCRIBE:
    if (from->is_broken) return false;
    host->describe(host->context, node, &result);
    break;
  case COMPARE: {
    bp_node other = take_node(from, now);
    bool is_for_equality = *take(from, 1) != 0;
    if (from->is_broken) return false;
    host->compare(host->context, node, other, is_for_equality, &result);
    break;
  }
  case ORDER: {
    bp_node other = take_node(from, now);
    if (from->is_broken) return false;
    int32_t order = host->order(host->context, node, other);
    put(now, &order, sizeof order);
    return is_told(now, from);
  }
  default: return false;
  }
  put_answer(now, &result);
  return is_told(now, from);
}

bool bp_is_answered_alike(bp_state *state, bp_bytes transcript, const bp_node *known, size_t count, uint64_t refused,
                          bp_charges *charges) {
  bp_transcript *now = begin(state, known, count, refused);
  if (now == NULL) return false;
  reader from = {(const uint8_t *)transcript.start, (const uint8_t *)transcript.start + transcript.count, false};
  bp_mark mark = bp_scratch_mark(state);
  memcpy(&charges->then, take(&from, sizeof charges->then), sizeof charges->then);
  bool is_alike = !from.is_broken;
  while (is_alike && from.at < from.end) {
    is_alike = ask(now, &from, state);
    bp_scratch_release(state, mark);
  }
  charges->now = now->fuel;
  return is_alike;
}
