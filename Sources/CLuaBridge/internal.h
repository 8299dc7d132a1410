// Declarations shared by the C files of this target, not visible to Swift. Unless documented otherwise, functions may raise Lua errors, so
// they must run inside a protected call.
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdint.h>
#include <time.h>

#include "CLuaBridge.h"
#include "heap.h"

/// The price of a call from Lua to the host, in addition to the fuel that the host reports.
#define BP_FUEL_PER_HOST_CALL 10
/// The number of instructions between checks of the limits, unless large blocks make single instructions slow.
#define BP_HOOK_INTERVAL 1000

typedef struct bp_function {
  uint32_t traits;
  int32_t format;
} bp_function;

/// A refused allocation.
typedef struct bp_refusal {
  bool pending;
  const void *block;
  size_t old_size, new_size;
} bp_refusal;

typedef struct bp_chunk {
  struct bp_chunk *next;
  size_t used, size;
} bp_chunk;

/// The number of innermost and outermost calls shown of a long chain.
#define BP_TRACE_INNER 10
#define BP_TRACE_OUTER 5
#define BP_TRACE_SIZE (BP_TRACE_INNER + BP_TRACE_OUTER)

typedef struct bp_trace_frame {
  int32_t line, defined;
  char file[512];
  char function[128];
} bp_trace_frame;

typedef struct bp_trace {
  size_t inner, omitted, outer;
  bp_trace_frame frames[BP_TRACE_SIZE];
  bp_frame shown[BP_TRACE_SIZE];
} bp_trace;

typedef struct bp_coverage bp_coverage;

/// The hash part of a table, recognized by the size of its block.
typedef struct bp_vector {
  const void *block;
  /// The binary logarithm of the number of nodes.
  unsigned log;
} bp_vector;

/// The maximum number of recorded blocks that fit into the default memory limit at once.
#define BP_MOST_VECTORS 2800

/// Records about Lua's memory.
typedef struct bp_memory {
  /// The number of allocated bytes.
  size_t live;
  /// The largest block so far. A single instruction may read all of it.
  size_t largest;
  /// Lua's value stack, tracked through reallocations, and the most recent block.
  const void *stack, *last_block;
  size_t stack_slots, last_size;
  size_t vector_count;
  bp_vector vectors[BP_MOST_VECTORS];
} bp_memory;

struct bp_state {
  lua_State *L;
  bp_limits limits;
  bp_host host;
  bp_heap heap;
  bp_memory memory;
  /// Facts about the heap's image, which every evaluation starts with once the policies have loaded.
  bp_memory memory_of_image;
  /// Bytes that sources added which ran after the state was first opened for more. They do not count as memory of an evaluation: how many such
  /// sources have run depends on the bundles that were checked before.
  size_t added_later;
  /// Whether Lua has run since the image was taken or restored.
  bool is_dirty;
  int64_t fuel, fuel_at_start;
  int64_t charged_since_clock;
  /// In nanoseconds: the thread's processor time at the start, the limit for the evaluation, and the monotonic time before which the limit
  /// cannot be reached.
  int64_t started, allowed, next_look;
  /// The limit that was reached in this evaluation; sticky until `bp_begin`.
  bp_status exhausted;
  /// The last refused allocation. If Lua collects garbage and retries, it is dropped; anything else means that Lua gave up.
  bp_refusal refused;
  /// Whether the value stack is being reallocated.
  bool is_stack_moving;
  /// The memory after the last collection between evaluations.
  size_t collected;
  bool running;
  int interval;
  int depth;
  /// The number of the evaluation, by which nodes recognize outdated read caches.
  uint64_t epoch;
  int touched;
  bp_function *functions;
  uint32_t function_count;
  bp_chunk *scratch;
  size_t scratch_bytes;
  bp_outcome outcome;
  /// Whether a source was not valid Lua.
  bool malformed;
  /// Whether the recorded error ends the entry call even if a policy catches it, because something must not be missing.
  bool is_final;
  /// Whether the message handler has seen the error: Lua does not call it for some errors.
  bool recorded;
  char message[4096];
  /// The length of a message that contains zero bytes, or 0.
  size_t message_length;
  char file[1024];
  /// The place where the limit was reached.
  int limit_line;
  char limit_file[1024];
  /// The message of BP_EXCEEDED.
  char limit_message[1024];
  /// The chains of calls that led to the error and to the limit.
  bp_trace error_trace, limit_trace;
  /// NULL unless lines are counted.
  bp_coverage *coverage;
};

static inline bp_state *bp_of(lua_State *L) { return *(bp_state **)lua_getextraspace(L); }

/// Keys of the registry, by address.
extern const char bp_key_globals, bp_key_environment, bp_key_nodes, bp_key_touched, bp_key_functions, bp_key_modules,
    bp_key_cache_metatable, bp_key_format, bp_key_node_mark, bp_key_frozen_mark, bp_key_result, bp_key_variables;

// limits.c
void *bp_allocate(void *state, void *block, size_t old_size, size_t new_size);
void bp_hook(lua_State *L, lua_Debug *record);
/// Charges fuel to the current evaluation. Raises the limit error, which policies cannot catch, if it is used up. Every C loop whose length
/// a policy controls charges before its work: one unit is about one VM instruction.
void bp_charge(lua_State *L, uint64_t units);
/// Raises like `bp_charge` if a limit was reached, but charges nothing. For use after calling Lua.
void bp_check_limits(lua_State *L);
/// Marks a limit as reached; the next check ends the evaluation. Only the first limit counts. Never raises.
void bp_exhaust(bp_state *state, bp_status limit);
/// Whether the evaluation must end: a limit was reached, or an allocation was finally refused. Never raises.
bool bp_is_exhausted(bp_state *state);
/// Marks the time limit as reached if it is. Never raises.
void bp_check_clock(bp_state *state);
/// Raises the pending limit error. Its value is empty, so policies have nothing to keep.
int bp_raise_limit(lua_State *L);
/// Raises BP_EXCEEDED. All limits on size or depth use this, because a policy that caught the error would draw wrong conclusions; errors of
/// type, form or range are ordinary errors (`luaL_error`, `luaL_argerror`), which policies may catch.
int bp_raise_exceeded(lua_State *L, const char *format, ...);
/// Marks BP_EXCEEDED as reached, with its message. Never raises.
void bp_exceed(bp_state *state, const char *message, size_t count);
/// Like `luaL_checkstack`, but raises BP_EXCEEDED.
void bp_check_stack(lua_State *L, int slots, const char *what);
/// Marks BP_EXCEEDED as reached if the error value at `index` is one of Lua's own messages for it. Must be called by message handlers,
/// because an error in a `__close` may replace the error later. Never raises.
void bp_note_overflow(lua_State *L, int index);

/// Takes the image of the heap that every later evaluation starts with. False without memory.
bool bp_take_image(bp_state *state);
/// Whether evaluations start with an image.
static inline bool bp_has_image(const bp_state *state) { return state->heap.image.size > 0; }

/// Charges for converting the argument at `index` to a number, which takes time proportional to the text if it is a string. All conversions
/// of arguments use these functions.
void bp_charge_numeral(lua_State *L, int index);
lua_Integer bp_check_integer(lua_State *L, int index);
lua_Integer bp_opt_integer(lua_State *L, int index, lua_Integer otherwise);
lua_Number bp_check_number(lua_State *L, int index);

// collisions.c (never raises)
/// Records an allocated or released block.
void bp_note_vector(bp_memory *memory, const void *block, size_t size);
void bp_forget_vector(bp_memory *memory, const void *block, size_t size);
/// Returns how many steps along chains of colliding keys Lua may need to fill a new block of this size from a recorded table, at most
/// `most`; 0 if the block is not the hash part of a table.
uint64_t bp_collisions(const bp_memory *memory, size_t size, uint64_t most);

// scratch.c (never raises; running out of memory is marked as a limit)
typedef struct bp_mark {
  bp_chunk *chunk;
  size_t used;
} bp_mark;
bp_mark bp_scratch_mark(const bp_state *state);
/// Releases everything allocated since the mark.
void bp_scratch_release(bp_state *state, bp_mark mark);
void bp_scratch_reset(bp_state *state);
void bp_scratch_free(bp_state *state);

// values.c
/// Copies the Lua value at `index` to a plain value. Strings point into Lua's memory, so the value must stay reachable.
void bp_read_value(lua_State *L, int index, bp_value *value, bool capture);
/// Pushes a plain value.
void bp_push_value(lua_State *L, const bp_value *value);
/// Makes the table on top a record of a kind.
void bp_make_record(lua_State *L, int32_t kind);
/// Makes the elements of the list on top records of a kind.
void bp_make_records(lua_State *L, int32_t kind);
/// Whether the table on top is the metatable of records or lists.
bool bp_is_record_metatable(lua_State *L);
/// Whether the table on top is the metatable of lists, which reads of positions do not call in effect.
bool bp_is_list_metatable(lua_State *L);
/// Pushes the result of a callback, or raises its error at the caller's line, and charges for the call. Releases the scratch memory that
/// the callback used since `mark`.
void bp_push_result(lua_State *L, const bp_result *result, bp_mark mark);

// nodes.c
void bp_open_nodes(lua_State *L);
void bp_push_node(lua_State *L, bp_node node);
/// Returns the node at `index`, or NULL if the value is not a node. Never raises.
const bp_node *bp_to_node(lua_State *L, int index);
/// Clears the read caches that were filled since the last call.
void bp_clear_read_caches(lua_State *L);
/// Sorts entries by key: by type, then by value. Never raises.
void bp_sort_entries(const bp_state *state, bp_entry *entries, size_t count);
/// Orders nodes by their numbers, which depend on earlier requests, so it must only be used to distinguish nodes. Never raises.
int bp_compare_nodes(bp_node a, bp_node b);
/// Orders nodes by the objects they identify. Never raises.
int bp_order_nodes(const bp_state *state, bp_node a, bp_node b);
/// Orders the objects at two stack positions; values that are not objects come first.
int bp_node_order(lua_State *L, int left, int right);

// frozen.c
/// Replaces the value on top by a read-only view (for tables, recursively; other values stay). `name` is for messages; `strict` makes
/// reading an absent field an error.
void bp_freeze(lua_State *L, const char *name, bool strict);
/// Like `bp_freeze`; the table at `memo` caches views, so that each table has only one.
void bp_freeze_with(lua_State *L, const char *name, int memo);
/// Pushes the table behind the read-only view at `index` and returns true; otherwise pushes nothing. Never raises.
bool bp_push_thawed(lua_State *L, int index);

// isolation.c
/// The work of `bp_settle`, to run under protection.
int bp_settle_body(lua_State *L);

// base.c
void bp_open_base(lua_State *L);

// host.c
void bp_push_host_function(lua_State *L, uint32_t function);

// run.c
/// Returns the innermost line of a policy on the stack, with its file; 0 if there is none. Never raises or allocates.
int bp_where(lua_State *L, const char **file);
/// Copies text to a buffer of `size` bytes, truncated to whole characters if necessary, and terminates it. Never raises.
void bp_copy_text(char *to, size_t size, const char *from, size_t count);
/// Compiles a source in the locked environment and leaves its function on the stack, or raises its error. `name` appears in messages.
void bp_compile(lua_State *L, bp_bytes source, bp_bytes compiled, bp_bytes name);
/// Like `lua_call`, but an error ends the entry call even if a policy catches it, because a rule or a finding would be missing.
void bp_call_final(lua_State *L, int arguments, int results);
/// Wraps the function on top, so that it is called by `bp_call_final`.
void bp_make_final(lua_State *L);
/// Runs `body` in a protected entry call, with the argument as light userdata. The body stores its result in `outcome.value`, and keeps
/// what it points to reachable under `bp_key_result`.
void bp_protect(bp_state *state, lua_CFunction body, void *argument, bp_outcome *outcome);
/// Raises the message of `host.undefined` for a library (NULL for globals) and the name at `index`, at the caller's line.
int bp_raise_undefined(lua_State *L, const char *library, int index);

// traceback.c (never raises, never allocates)
/// Records the calls on the stack.
void bp_collect_trace(lua_State *L, bp_trace *trace);
/// Copies the calls to an outcome.
void bp_show_trace(bp_trace *trace, bp_outcome *outcome);

// Each pushes a table with the functions of a library, which the caller locks.
void bp_open_string(lua_State *L);
void bp_open_table(lua_State *L);
void bp_open_utf8(lua_State *L);
void bp_push_string_metamethods(lua_State *L);
int bp_next(lua_State *L);
int bp_pairs(lua_State *L);
