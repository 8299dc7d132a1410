// What the C files of this target share. Nothing here is visible to Swift. Unless a comment says otherwise a function may
// raise a Lua error, so it may only run inside a protected call.
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdint.h>
#include <time.h>

#include "CLuaBridge.h"
#include "heap.h"

/// Price of one call from Lua into the host, on top of what the host reports.
#define BP_FUEL_PER_HOST_CALL 10
/// Instructions between two looks at the limits, unless there are blocks so large that single instructions are slow.
#define BP_HOOK_INTERVAL 1000

typedef struct bp_function {
  uint32_t traits;
  int32_t format;
} bp_function;

/// An allocation that did not fit.
typedef struct bp_refusal {
  bool pending;
  const void *block;
  size_t old_size, new_size;
} bp_refusal;

typedef struct bp_chunk {
  struct bp_chunk *next;
  size_t used, size;
} bp_chunk;

/// Calls that are shown of a long chain, from within and from without.
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

/// The hash part of a table, as far as the sizes of allocations tell.
typedef struct bp_vector {
  const void *block;
  /// The logarithm of its number of nodes.
  unsigned log;
} bp_vector;

/// All that can be live at once in the memory a state may have by default, from the size that is looked at.
#define BP_MOST_VECTORS 2800

/// What is known of the memory that Lua holds.
typedef struct bp_memory {
  /// Bytes that Lua asked for and has not released.
  size_t live;
  /// The largest block so far. One instruction may read all of it.
  size_t largest;
  /// Lua's value stack, followed through its reallocations, and the block allocated last.
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
  /// Whether Lua has run since the image was taken or restored.
  bool is_dirty;
  int64_t fuel, fuel_at_start;
  int64_t charged_since_clock;
  /// In nanoseconds: the thread's processor time when the evaluation began, how much of it the evaluation may use, and the time of day before
  /// which it can't have used that much.
  int64_t started, allowed, next_look;
  /// Which limit was hit in this evaluation; sticky until `bp_begin`.
  bp_status exhausted;
  /// The last allocation refused. Lua collects garbage and asks once more for the same; anything else means that it gave up.
  bp_refusal refused;
  /// Whether the value stack is being asked for right now.
  bool is_stack_moving;
  /// Memory after the last collection between evaluations.
  size_t collected;
  bool running;
  int interval;
  int depth;
  /// Counts evaluations, so that a node knows whether its read cache is from an earlier one.
  uint64_t epoch;
  int touched;
  bp_function *functions;
  uint32_t function_count;
  bp_chunk *scratch;
  size_t scratch_bytes;
  bp_outcome outcome;
  /// Whether a source was met that is not Lua.
  bool malformed;
  /// Whether the error that has been recorded ends the entry call even if a policy catches it: something is missing that must not be.
  bool is_final;
  /// Whether the message handler has seen the error: Lua skips it for some.
  bool recorded;
  char message[4096];
  char file[1024];
  /// Where the limit was hit.
  int limit_line;
  char limit_file[1024];
  /// What was asked for, of BP_EXCEEDED.
  char limit_message[1024];
  /// The calls that led to the error, and to the limit.
  bp_trace error_trace, limit_trace;
  /// NULL unless lines are counted.
  bp_coverage *coverage;
};

static inline bp_state *bp_of(lua_State *L) { return *(bp_state **)lua_getextraspace(L); }

/// Registry keys, by address.
extern const char bp_key_globals, bp_key_environment, bp_key_nodes, bp_key_touched, bp_key_functions, bp_key_modules,
    bp_key_cache_metatable, bp_key_format, bp_key_node_mark, bp_key_frozen_mark, bp_key_result, bp_key_variables;

// limits.c
void *bp_allocate(void *state, void *block, size_t old_size, size_t new_size);
void bp_hook(lua_State *L, lua_Debug *record);
/// Charges `units` of fuel to the running evaluation. Raises the limit error (uncatchable by policies) once the budget is
/// spent. Every C loop whose length a policy controls charges before it works: one unit stands for about one VM instruction.
void bp_charge(lua_State *L, uint64_t units);
/// Raises like `bp_charge` when an exhausted limit is pending; charges nothing. For use after calling back into Lua.
void bp_check_limits(lua_State *L);
/// Marks a limit as hit; the next look at the limits ends the evaluation. The first one counts. Never raises.
void bp_exhaust(bp_state *state, bp_status limit);
/// Whether an evaluation is over: a limit was hit, or an allocation refused for good. Never raises.
bool bp_is_exhausted(bp_state *state);
/// Ends the evaluation if it has used up its time. Never raises.
void bp_check_clock(bp_state *state);
/// Raises the pending limit. The error value carries nothing, so there is nothing for a policy to keep.
int bp_raise_limit(lua_State *L);
/// Raises the limit of one call: what it asks for is not wrong, but too much. Whatever depends on how much or how deep something is goes
/// through here, because a policy that caught it would conclude from nothing; what is wrong in type, form or range is an ordinary error
/// (`luaL_error`, `luaL_argerror`), which a policy may catch.
int bp_raise_exceeded(lua_State *L, const char *format, ...);
/// Marks that limit as hit, with its message. Never raises.
void bp_exceed(bp_state *state, const char *message, size_t count);
/// `luaL_checkstack`, with that limit.
void bp_check_stack(lua_State *L, int slots, const char *what);
/// Marks the limit as hit if the error value at `index` is Lua's own message for one. To be called by message handlers: where the error is
/// raised, because one of a `__close` may replace it later. Never raises.
void bp_note_overflow(lua_State *L, int index);

/// Takes the image of the heap that every later evaluation starts with. False without memory.
bool bp_take_image(bp_state *state);
/// Whether that has been done.
static inline bool bp_has_image(const bp_state *state) { return state->heap.image_size > 0; }

/// Charges for reading the argument at `index` as a number, which takes as long as its text is if it is a string. Every conversion of an
/// argument goes through these.
void bp_charge_numeral(lua_State *L, int index);
lua_Integer bp_check_integer(lua_State *L, int index);
lua_Integer bp_opt_integer(lua_State *L, int index, lua_Integer otherwise);
lua_Number bp_check_number(lua_State *L, int index);

// collisions.c (never raises)
/// Notes a block that Lua was given, or one that it released.
void bp_note_vector(bp_memory *memory, const void *block, size_t size);
void bp_forget_vector(bp_memory *memory, const void *block, size_t size);
/// How many steps along chains of colliding keys Lua may take to fill a new block of this size from a table it knows, at most `most`;
/// 0 for a block that is not the hash part of a table.
uint64_t bp_collisions(const bp_memory *memory, size_t size, uint64_t most);

// scratch.c (never raises; running out of memory is marked as a limit hit)
typedef struct bp_mark {
  bp_chunk *chunk;
  size_t used;
} bp_mark;
bp_mark bp_scratch_mark(const bp_state *state);
/// Gives back everything taken since the mark.
void bp_scratch_release(bp_state *state, bp_mark mark);
void bp_scratch_reset(bp_state *state);
void bp_scratch_free(bp_state *state);

// values.c
/// Copies the Lua value at `index` into plain form. Strings point into Lua memory, so the value must stay reachable.
void bp_read_value(lua_State *L, int index, bp_value *value, bool capture);
/// Pushes the plain value.
void bp_push_value(lua_State *L, const bp_value *value);
/// Pushes the result of a callback, or raises its error at the caller's line, and charges for the call. What the callback took
/// of the scratch memory since `mark` is given back.
void bp_push_result(lua_State *L, const bp_result *result, bp_mark mark);

// nodes.c
void bp_open_nodes(lua_State *L);
void bp_push_node(lua_State *L, bp_node node);
/// The node at `index`, or NULL when the value there is no node. Never raises.
const bp_node *bp_to_node(lua_State *L, int index);
/// Empties the read caches filled since the last call.
void bp_clear_read_caches(lua_State *L);
/// Sorts entries by their keys: by type, then by value. Never raises.
void bp_sort_entries(const bp_state *state, bp_entry *entries, size_t count);
/// An order of nodes by their numbers, which depend on what was asked for before: only to tell nodes apart. Never raises.
int bp_compare_nodes(bp_node a, bp_node b);
/// The order of nodes by what they stand for. Never raises.
int bp_order_nodes(const bp_state *state, bp_node a, bp_node b);
/// The same of the objects at two places of the stack; what is no object comes first.
int bp_node_order(lua_State *L, int left, int right);

// frozen.c
/// Replaces the value on top by a read-only view of it (tables, recursively; other values are left alone). `name` appears in
/// messages; `strict` makes reading an absent field an error.
void bp_freeze(lua_State *L, const char *name, bool strict);
/// `bp_freeze`, with a table at `memo` that remembers the views made, so that one table has one view.
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
/// The innermost policy line on the stack and its file; 0 when there is none. Never raises, never allocates.
int bp_where(lua_State *L, const char **file);
/// Copies text into a buffer of `size` bytes, cut at a character if need be, and ends it with a zero. Never raises.
void bp_copy_text(char *to, size_t size, const char *from, size_t count);
/// Compiles a source in the locked environment and leaves its function on the stack, or raises its error. Takes the name as
/// it shall appear in messages.
void bp_compile(lua_State *L, bp_bytes source, bp_bytes compiled, bp_bytes name);
/// `lua_call`, for a call whose error ends the entry call even if a policy catches it: a rule or a finding would be missing.
void bp_call_final(lua_State *L, int arguments, int results);
/// Replaces the function on top by one that calls it so.
void bp_make_final(lua_State *L);
/// Runs the body under protection as an entry call, with the argument as light userdata. The body leaves what it has to tell in
/// `outcome.value`, and what that points to reachable under `bp_key_result`.
void bp_protect(bp_state *state, lua_CFunction body, void *argument, bp_outcome *outcome);
/// `host.undefined`'s text for a library (NULL: globals) and the name at `index`, raised at the caller's line.
int bp_raise_undefined(lua_State *L, const char *library, int index);

// traceback.c (never raises, never allocates)
/// Takes down the calls on the stack.
void bp_collect_trace(lua_State *L, bp_trace *trace);
/// Puts them into an outcome.
void bp_show_trace(bp_trace *trace, bp_outcome *outcome);

// Each pushes one plain table with the functions of a library (not yet locked; the caller locks it).
void bp_open_string(lua_State *L);
void bp_open_table(lua_State *L);
void bp_open_utf8(lua_State *L);
void bp_push_string_metamethods(lua_State *L);
int bp_next(lua_State *L);
int bp_pairs(lua_State *L);
