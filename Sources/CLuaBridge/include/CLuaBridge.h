// The whole Lua surface that Swift sees. No function here lets a Lua error out: each entry point runs its work under
// `lua_pcall` and returns a status, and each callback returns to C before C raises what it reported. `longjmp` therefore
// only ever unwinds C frames, and `lua_State` stays inside this target.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/// One sandboxed Lua universe. Not thread-safe: one state belongs to one thread at a time.
typedef struct bp_state bp_state;

typedef enum bp_type {
  BP_NIL = 0,
  BP_BOOLEAN,
  BP_INTEGER,
  BP_NUMBER,
  BP_STRING,
  BP_NODE,
  /// A table, copied as a tree of entries: integer keys ascending, then string keys by bytes.
  BP_TABLE,
  /// A Lua function kept alive until `bp_release_function` (only where the receiving host function captures functions).
  BP_FUNCTION,
  /// A Lua value that has no plain form here (a function that is not captured, a userdata of another kind).
  BP_OPAQUE,
  /// Results only: raise `string` as an error at the caller's line.
  BP_ERROR,
  /// Results only: the host function `function`, as a Lua function value.
  BP_HOST_FUNCTION,
  /// Results only: source text to compile and run (see `BP_IMPORTS`).
  BP_SOURCE,
  /// Results only: end the evaluation at the caller's line, as a limit does, with `string` as the message. No policy can catch it.
  BP_LIMIT,
} bp_type;

/// Names a thing of the host: what the three numbers mean is the host's business. Equal numbers are the same thing.
typedef struct bp_node {
  uint32_t kind;
  uint32_t owner;
  uint32_t index;
} bp_node;

typedef struct bp_bytes {
  const char *_Nullable start;
  size_t count;
} bp_bytes;

struct bp_entry;

typedef struct bp_value {
  bp_type type;
  /// BP_FUNCTION: the captured function. BP_HOST_FUNCTION: the registered one.
  int32_t function;
  union {
    bool boolean;
    int64_t integer;
    double number;
    bp_node node;
    /// Text of BP_STRING, BP_ERROR, BP_SOURCE, BP_OPAQUE. Arguments: valid until the callback returns or calls back into
    /// Lua. Results: must stay valid until C has copied it, that is until the next callback of this state.
    bp_bytes string;
    /// BP_TABLE.
    struct {
      const struct bp_entry *_Nullable entries;
      size_t count;
    };
  };
} bp_value;

typedef struct bp_entry {
  bp_value key;
  bp_value value;
} bp_entry;

/// A call from Lua to a host function.
typedef struct bp_call {
  uint32_t function;
  const bp_value *_Nonnull arguments;
  size_t count;
  /// Where the call stands in the policy; the file is empty when no Lua function is on the stack.
  bp_bytes file;
  int32_t line;
} bp_call;

/// What the host answers. `fuel` is charged for the host's own work on top of the fixed price of a call.
typedef struct bp_result {
  bp_value value;
  uint64_t fuel;
  /// BP_SOURCE only: the name of the chunk as it appears in messages, and what `bp_precompile` made of it, or nothing.
  bp_bytes name, compiled;
} bp_result;

/// The host's side. Called on the thread that entered the state. A callback must not throw, and must not keep pointers.
typedef struct bp_host {
  void *_Nullable context;
  /// `node[key]`; the key is a string or an integer.
  void (*_Nonnull index)(void *_Nullable context, bp_node node, const bp_value *_Nonnull key, bp_result *_Nonnull result);
  /// `#node`, as an integer or an error.
  void (*_Nonnull length)(void *_Nullable context, bp_node node, bp_result *_Nonnull result);
  /// The entry of `rank` (from 0) in the node's fixed order; returns false past the end.
  bool (*_Nonnull entry)(void *_Nullable context, bp_node node, uint64_t rank, bp_result *_Nonnull key,
                         bp_result *_Nonnull value);
  /// `tostring(node)`, as a string.
  void (*_Nonnull describe)(void *_Nullable context, bp_node node, bp_result *_Nonnull result);
  /// Orders two nodes for `==`, `<` and `<=`: result is an integer (negative, 0, positive), nil when they have no order and
  /// are not equal, or an error.
  void (*_Nonnull compare)(void *_Nullable context, bp_node left, bp_node right, bool forEquality,
                           bp_result *_Nonnull result);
  /// The place of two different nodes in the order of a table's keys: negative, 0 or positive. It depends on what they stand for alone.
  int32_t (*_Nonnull order)(void *_Nullable context, bp_node left, bp_node right);
  /// A call of a registered function, or of a node (`function` = BP_CALL_NODE, first argument the node; a
  /// message after it, or after another node, is formatted as BP_FORMATS says).
  void (*_Nonnull call)(void *_Nullable context, const bp_call *_Nonnull call, bp_result *_Nonnull result);
  /// The text of the error for reading the undefined global or library field `name`; `library` is empty for globals.
  void (*_Nonnull undefined)(void *_Nullable context, bp_bytes library, bp_bytes name, bp_result *_Nonnull result);
} bp_host;

#define BP_CALL_NODE UINT32_MAX

typedef struct bp_limits {
  /// Bytes of live memory the state may hold.
  size_t memory;
  /// Bytes of one source file.
  size_t source;
} bp_limits;

typedef enum bp_status {
  BP_OK = 0,
  /// A Lua error: see message, file and line.
  BP_FAILED,
  /// The source is not Lua.
  BP_SYNTAX,
  BP_OUT_OF_FUEL,
  BP_OUT_OF_MEMORY,
  BP_OUT_OF_TIME,
  /// One call asked for more than it may: see message. As sticky as the other limits.
  BP_EXCEEDED,
} bp_status;

/// One line of a policy among the calls that led to an error.
typedef struct bp_frame {
  bp_bytes file;
  int32_t line;
  /// What the caller calls the function; empty when that can't be told.
  bp_bytes function;
  /// The line that the function begins on; 0 for the code of the file itself.
  int32_t defined;
} bp_frame;

/// How an evaluation ended. Everything it points to is owned by the state and valid until the next entry call.
typedef struct bp_outcome {
  bp_status status;
  bp_bytes message;
  /// The policy file and line that failed; empty and 0 when unknown.
  bp_bytes file;
  int32_t line;
  /// BP_SYNTAX only: more text could make it Lua.
  bool is_unfinished;
  /// The calls that led there, innermost first; none when they are not known. Of a long chain the ends: so many inner ones, then
  /// so many that are left out (those of C functions counted), then so many outer ones.
  const bp_frame *_Nullable frames;
  size_t inner_frames, omitted_frames, outer_frames;
  /// The first value returned, when the status is BP_OK.
  bp_value value;
} bp_outcome;

/// A new state with the base environment, or NULL when there is no memory for one.
bp_state *_Nullable bp_create(bp_limits limits, bp_host host);
void bp_destroy(bp_state *_Nonnull state);

/// How a registered host function takes its arguments.
typedef enum bp_traits {
  BP_PLAIN = 0,
  /// `f "name" { … }`: the first call hands over the name and returns a function that hands over (token, table).
  BP_CURRIED = 1,
  /// Functions among the arguments are kept and passed as BP_FUNCTION.
  BP_CAPTURES = 2,
  /// A BP_SOURCE result is compiled, run once and remembered under its name; its value becomes read-only.
  /// Once it has run, the host is called again with the name and `true`.
  BP_IMPORTS = 4,
  /// A message with format arguments stands at `format` (from 1); they are formatted before the host is called.
  BP_FORMATS = 8,
  /// An error of the call ends the entry call even if a policy catches it, because what was declared or reported would be missing. Always so
  /// for BP_CURRIED, BP_IMPORTS and calls of nodes.
  BP_FINAL = 16,
} bp_traits;

/// Registers a host function as the global `name`, or as `library.name`, or (neither) for BP_HOST_FUNCTION results only.
/// Only before `bp_seal`. Returns false without memory.
bool bp_register(bp_state *_Nonnull state, uint32_t function, const char *_Nullable library, const char *_Nullable name,
                 uint32_t traits, int32_t format);
/// Registers a node as the global `name`. Only before `bp_seal`. Returns false without memory.
bool bp_register_node(bp_state *_Nonnull state, const char *_Nonnull name, bp_node node);
/// Locks the environment; after it sources may be run. Returns false without memory.
bool bp_seal(bp_state *_Nonnull state);

/// Calls `visit` with the name of each global, in no particular order. Never raises; false without memory.
bool bp_visit_globals(bp_state *_Nonnull state, void (*_Nonnull visit)(void *_Nullable context, const char *_Nonnull name),
                      void *_Nullable context);

/// Starts an evaluation: a full tank of `fuel`, a fresh read cache and clock, limits not yet hit. It may take that many seconds of the
/// thread's processor time; a back-stop only, since it is the one limit that is not deterministic.
void bp_begin(bp_state *_Nonnull state, uint64_t fuel, double seconds);
/// Fuel used since `bp_begin`.
uint64_t bp_fuel_used(const bp_state *_Nonnull state);
/// Nanoseconds of this thread's processor time, up to a millisecond more than it had; never less than it told before. The system takes
/// half a microsecond to tell: it is asked when a millisecond has passed, and until then, all time counts as if the thread had worked.
int64_t bp_processor_time(void);
/// Charges host work done outside any callback. Returns false once the tank is empty.
bool bp_consume(bp_state *_Nonnull state, uint64_t fuel);

/// Compiles and runs a source; `name` appears in messages as the file. `compiled`, which may be empty, is what `bp_precompile` made of
/// the same source and name, and saves parsing it. It is trusted: only what the program itself carries may be given.
void bp_run(bp_state *_Nonnull state, bp_bytes source, bp_bytes compiled, bp_bytes name, bp_outcome *_Nonnull outcome);
/// Compiles a source and hands over the result in pieces. Returns false, with an error message, for what is not Lua or without memory.
bool bp_precompile(bp_bytes source, bp_bytes name, void *_Nullable context,
                   void (*_Nonnull write)(void *_Nullable context, bp_bytes piece), char *_Nonnull message, size_t size);
/// Calls a captured function.
void bp_call_function(bp_state *_Nonnull state, int32_t function, const bp_value *_Nullable arguments, size_t count,
                      bp_outcome *_Nonnull outcome);
/// Whether a Lua pattern is found in a text, as a Boolean; works as `string.find` does, and costs as much.
void bp_find(bp_state *_Nonnull state, bp_bytes text, bp_bytes pattern, bp_outcome *_Nonnull outcome);
/// Ends the loading of policies. From now on every evaluation starts with all of Lua's memory as it is now, so none can tell what ran before
/// it. Tables that captured functions hold become read-only, so that a policy which counts on keeping something in them fails.
void bp_settle(bp_state *_Nonnull state, bp_outcome *_Nonnull outcome);
/// Makes a node that every evaluation finds made: to be called before `bp_settle`. Returns false without memory.
bool bp_keep_node(bp_state *_Nonnull state, bp_node node);
/// Lets a captured function go.
void bp_release_function(bp_state *_Nonnull state, int32_t function);

/// Runs a source that sees the variables, and reads its first value whole: see bp_run.
void bp_evaluate(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);

/// Compiles and runs a source that a person typed: what it assigns to globals becomes variables that later ones see, and that
/// nothing else does. The result is a table of all values returned, nil included, cut down to what is fit to be shown: a key
/// that is BP_OPAQUE says what was left out, `more` with how many entries as its value.
void bp_interact(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);
/// What can be read from the value that an interactive source returns: of a table its keys that are strings, as a list; any other
/// value as it is. Without a source, the names of all variables.
void bp_fields(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);
/// Sets a variable of interactive sources.
void bp_set_variable(bp_state *_Nonnull state, bp_bytes name, const bp_value *_Nonnull value, bp_outcome *_Nonnull outcome);

/// Makes the interrupt signal (SIGINT) end evaluations, as if the clock had run out, until `bp_clear_interrupt`; it ends nothing
/// else. For the whole process.
bool bp_catch_interrupts(void);
bool bp_is_interrupted(void);
void bp_clear_interrupt(void);

/// `size` bytes that live until the current outermost entry call returns; NULL without memory. For results of callbacks.
void *_Nullable bp_scratch(bp_state *_Nonnull state, size_t size);

/// A line that holds code of a function.
typedef struct bp_line {
  bp_bytes file;
  /// The line the function begins on.
  int32_t function;
  int32_t line;
  /// How often it has been entered.
  uint64_t runs;
} bp_line;

/// Counts from now on how often each line of each function in sources is run, which makes Lua several times slower. Call
/// before the first source is compiled. Returns false without memory.
bool bp_cover(bp_state *_Nonnull state);
/// The lines of the functions of every source compiled since `bp_cover`: by source, by function, by line. Functions that begin
/// on one line count as one. Returns false when the lines are not known, and then tells of none.
bool bp_visit_lines(const bp_state *_Nonnull state, void *_Nullable context,
                    void (*_Nonnull visit)(void *_Nullable context, const bp_line *_Nonnull line));

/// Bytes of live Lua memory, for tests and diagnostics.
size_t bp_memory_used(const bp_state *_Nonnull state);

#if defined(__cplusplus)
}
#endif
