// The complete interface to Lua for Swift. No function here lets a Lua error escape: each entry point runs under `lua_pcall` and returns a
// status, and each callback returns to C before C raises an error it reported. So `longjmp` only unwinds C frames, and `lua_State` stays
// inside this target.
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

/// A sandboxed Lua state. Not thread-safe: a state must be used by one thread at a time.
typedef struct bp_state bp_state;

typedef enum bp_type {
  BP_NIL = 0,
  BP_BOOLEAN,
  BP_INTEGER,
  BP_NUMBER,
  BP_STRING,
  BP_NODE,
  /// A table, copied as a tree of entries: integer keys in ascending order, then string keys by bytes.
  BP_TABLE,
  /// A Lua function that stays alive until `bp_release_function` (only if the host function captures functions).
  BP_FUNCTION,
  /// Any other Lua value, such as a function that is not captured.
  BP_OPAQUE,
  /// Only in results: raise `string` as an error at the caller's line.
  BP_ERROR,
  /// Only in results: the host function `function`, as a Lua function.
  BP_HOST_FUNCTION,
  /// Only in results: source text to compile and run (see `BP_IMPORTS`).
  BP_SOURCE,
  /// Only in results: end the evaluation like a limit, at the caller's line and with `string` as the message. Policies cannot catch it.
  BP_LIMIT,
} bp_type;

/// The kind of nodes whose `index` is a kind of record: the host answers which fields its records may lack.
#define BP_RECORDS 255u
/// The kind of record of lists: the kinds of records are odd.
#define BP_LISTS 2

/// Identifies an object of the host, which defines the meaning of the numbers. Equal numbers are the same object.
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
  /// BP_FUNCTION: the captured function. BP_HOST_FUNCTION: the registered function. In results, BP_TABLE: the kind of record, or 0; BP_SOURCE:
  /// the kind of the records in the list that the module's function returns, or 0.
  int32_t function;
  union {
    bool boolean;
    int64_t integer;
    double number;
    bp_node node;
    /// The text of BP_STRING, BP_ERROR, BP_SOURCE and BP_OPAQUE. In arguments: valid until the callback returns or calls Lua. In results:
    /// must be valid until C has copied it, that is, until the next callback of this state.
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
  /// The place of the call in the policy; the file is empty if there is no Lua function on the stack.
  bp_bytes file;
  int32_t line;
} bp_call;

/// The result of a callback. `fuel` is charged for the host's own work, in addition to the fixed price of a call.
typedef struct bp_result {
  bp_value value;
  uint64_t fuel;
  /// Only with BP_SOURCE: the name of the chunk in messages, and the result of `bp_precompile`, or nothing.
  bp_bytes name, compiled;
} bp_result;

/// The callbacks of the host. They are called on the thread that entered the state, and must not throw or keep pointers.
typedef struct bp_host {
  void *_Nullable context;
  /// `node[key]`. The key is a string or an integer.
  void (*_Nonnull index)(void *_Nullable context, bp_node node, const bp_value *_Nonnull key, bp_result *_Nonnull result);
  /// `#node`: an integer or an error.
  void (*_Nonnull length)(void *_Nullable context, bp_node node, bp_result *_Nonnull result);
  /// The entry at `rank` (counting from 0) in the node's fixed order. Returns false past the end.
  bool (*_Nonnull entry)(void *_Nullable context, bp_node node, uint64_t rank, bp_result *_Nonnull key,
                         bp_result *_Nonnull value);
  /// `tostring(node)`: a string.
  void (*_Nonnull describe)(void *_Nullable context, bp_node node, bp_result *_Nonnull result);
  /// Compares two nodes for `==`, `<` and `<=`: a negative, zero or positive integer, nil if they are unordered and unequal, or an error.
  void (*_Nonnull compare)(void *_Nullable context, bp_node left, bp_node right, bool forEquality,
                           bp_result *_Nonnull result);
  /// Orders two different nodes as keys of a table: negative, 0 or positive. Depends only on the objects they identify.
  int32_t (*_Nonnull order)(void *_Nullable context, bp_node left, bp_node right);
  /// A call of a registered function, or of a node (`function` is BP_CALL_NODE, the first argument is the node; a message after it, or
  /// after another node, is formatted as with BP_FORMATS).
  void (*_Nonnull call)(void *_Nullable context, const bp_call *_Nonnull call, bp_result *_Nonnull result);
  /// The message for reading the undefined global or library field `name`; `library` is empty for globals.
  void (*_Nonnull undefined)(void *_Nullable context, bp_bytes library, bp_bytes name, bp_result *_Nonnull result);
} bp_host;

#define BP_CALL_NODE UINT32_MAX

typedef struct bp_limits {
  /// The maximum live memory of the state, in bytes.
  size_t memory;
  /// The largest source file, in bytes.
  size_t source;
} bp_limits;

typedef enum bp_status {
  BP_OK = 0,
  /// A Lua error; see message, file and line.
  BP_FAILED,
  /// The source is not valid Lua.
  BP_SYNTAX,
  BP_OUT_OF_FUEL,
  BP_OUT_OF_MEMORY,
  BP_OUT_OF_TIME,
  /// One call exceeded a limit; see the message. Sticky like the other limits.
  BP_EXCEEDED,
} bp_status;

/// A line of a policy in the chain of calls that led to an error.
typedef struct bp_frame {
  bp_bytes file;
  int32_t line;
  /// The name of the function as the caller sees it; empty if unknown.
  bp_bytes function;
  /// The line on which the function starts; 0 for code outside of functions.
  int32_t defined;
} bp_frame;

/// The result of an evaluation. All pointers belong to the state and are valid until the next entry call.
typedef struct bp_outcome {
  bp_status status;
  bp_bytes message;
  /// The policy file and line of the error; empty and 0 if unknown.
  bp_bytes file;
  int32_t line;
  /// Only with BP_SYNTAX: whether more text could make it valid.
  bool is_unfinished;
  /// The chain of calls, innermost first; empty if unknown. A long chain has only its ends: `inner_frames` frames, then `outer_frames`;
  /// `omitted_frames` in between (including C functions) are left out.
  const bp_frame *_Nullable frames;
  size_t inner_frames, omitted_frames, outer_frames;
  /// The first value returned, if the status is BP_OK.
  bp_value value;
} bp_outcome;

/// Creates a state with the base environment, or returns NULL if memory is short.
bp_state *_Nullable bp_create(bp_limits limits, bp_host host);
void bp_destroy(bp_state *_Nonnull state);

/// How a registered host function receives its arguments.
typedef enum bp_traits {
  BP_PLAIN = 0,
  /// `f "name" { … }`: the first call passes the name and returns a function that passes (token, table).
  BP_CURRIED = 1,
  /// Functions among the arguments are captured and passed as BP_FUNCTION.
  BP_CAPTURES = 2,
  /// A BP_SOURCE result is compiled, run once and cached under its name; its value becomes read-only. After it has run, the host is called
  /// again with the name and `true`.
  BP_IMPORTS = 4,
  /// The argument at `format` (counting from 1) is a message followed by format arguments, which are formatted before the host is called.
  BP_FORMATS = 8,
  /// An error in the call ends the entry call even if a policy catches it, because a declaration or finding would be missing. Implied by
  /// BP_CURRIED, BP_IMPORTS and calls of nodes.
  BP_FINAL = 16,
  /// A BP_SOURCE result is run like an import's, and the function that it returns is called with the arguments.
  BP_CALLS = 32,
} bp_traits;

/// Registers a host function as the global `name`, as `library.name`, or (with neither) only for BP_HOST_FUNCTION results. Must precede
/// `bp_seal`. Returns false if memory is short.
bool bp_register(bp_state *_Nonnull state, uint32_t function, const char *_Nullable library, const char *_Nullable name,
                 uint32_t traits, int32_t format);
/// Registers a node as the global `name`. Must precede `bp_seal`. Returns false if memory is short.
bool bp_register_node(bp_state *_Nonnull state, const char *_Nonnull name, bp_node node);
/// Locks the environment. Sources can be run afterwards. Returns false if memory is short.
bool bp_seal(bp_state *_Nonnull state);

/// Calls `visit` with the name of each global, in no particular order. Never raises; returns false if memory is short.
bool bp_visit_globals(bp_state *_Nonnull state, void (*_Nonnull visit)(void *_Nullable context, const char *_Nonnull name),
                      void *_Nullable context);

/// Starts an evaluation with this amount of fuel, empty read caches, and no limit reached. `seconds` limits the thread's processor time;
/// since it is not deterministic, it is only a back-stop.
void bp_begin(bp_state *_Nonnull state, uint64_t fuel, double seconds);
/// The fuel used since `bp_begin`.
uint64_t bp_fuel_used(const bp_state *_Nonnull state);
/// The processor time of this thread in nanoseconds. May be up to a millisecond too large; never decreases. Because a system call takes
/// half a microsecond, it is made at most once per millisecond, and until then all time is assumed to be processor time.
int64_t bp_processor_time(void);
/// Charges work of the host outside of callbacks. Returns false if the fuel is used up.
bool bp_consume(bp_state *_Nonnull state, uint64_t fuel);

/// Compiles and runs a source; `name` is the file in messages. `compiled`, which may be empty, is the result of `bp_precompile` for the
/// same source and name, and saves parsing. It is trusted, so it must come from the program itself.
void bp_run(bp_state *_Nonnull state, bp_bytes source, bp_bytes compiled, bp_bytes name, bp_outcome *_Nonnull outcome);
/// Compiles a source and passes the result to `write` in pieces. Returns false with a message if it is not valid Lua or memory is short.
bool bp_precompile(bp_bytes source, bp_bytes name, void *_Nullable context,
                   void (*_Nonnull write)(void *_Nullable context, bp_bytes piece), char *_Nonnull message, size_t size);
/// Calls a captured function.
void bp_call_function(bp_state *_Nonnull state, int32_t function, const bp_value *_Nullable arguments, size_t count,
                      bp_outcome *_Nonnull outcome);
/// Whether a Lua pattern occurs in a string, as a Boolean. Works like `string.find`, at the same price.
void bp_find(bp_state *_Nonnull state, bp_bytes text, bp_bytes pattern, bp_outcome *_Nonnull outcome);
/// Ends the loading of policies. From now on every evaluation starts with Lua's memory as it is now, so that none depends on what ran before
/// it. Tables in captured functions become read-only, so that a policy that tries to keep state in them fails.
void bp_settle(bp_state *_Nonnull state, bp_outcome *_Nonnull outcome);
/// Lets sources run again in a settled state, with its memory as it was when settled, until the next `bp_settle`. The memory that sources
/// add from now on does not count as memory of an evaluation, also in a state that was never settled.
void bp_reopen(bp_state *_Nonnull state);
/// Makes a node that exists in every evaluation. Must precede `bp_settle`. Returns false if memory is short.
bool bp_keep_node(bp_state *_Nonnull state, bp_node node);
/// Releases a captured function.
void bp_release_function(bp_state *_Nonnull state, int32_t function);

/// Runs a source that can access the variables, and copies its first value completely; see `bp_run`.
void bp_evaluate(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);

/// Compiles and runs interactive input. Assignments to globals set variables, which only later input can access. The result is a table of
/// all values returned, including nil, shortened for display: a BP_OPAQUE key `more` has the number of omitted entries as its value.
void bp_interact(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);
/// Reads the value of an interactive source: for a table, a list of its string keys; any other value as it is. Without a source, returns
/// the names of all variables.
void bp_fields(bp_state *_Nonnull state, bp_bytes source, bp_bytes name, bp_outcome *_Nonnull outcome);
/// Sets a variable for interactive sources.
void bp_set_variable(bp_state *_Nonnull state, bp_bytes name, const bp_value *_Nonnull value, bp_outcome *_Nonnull outcome);

/// Makes the interrupt signal (SIGINT) end evaluations as if time had run out, until `bp_clear_interrupt`, and nothing else. Applies to the
/// whole process.
bool bp_catch_interrupts(void);
bool bp_is_interrupted(void);
void bp_clear_interrupt(void);

/// Allocates `size` bytes that live until the current outermost entry call returns; NULL if memory is short. For results of callbacks.
void *_Nullable bp_scratch(bp_state *_Nonnull state, size_t size);

/// A line with code of a function.
typedef struct bp_line {
  bp_bytes file;
  /// The line on which the function starts.
  int32_t function;
  int32_t line;
  /// How often the line was entered.
  uint64_t runs;
} bp_line;

/// Starts counting how often each line of each function in sources runs, which makes Lua several times slower. Must precede the compilation
/// of the first source. Returns false if memory is short.
bool bp_cover(bp_state *_Nonnull state);
/// Visits the lines of the functions of every source compiled since `bp_cover`, by source, function and line. Functions that start on the
/// same line count as one. Returns false and visits nothing if the lines are not known.
bool bp_visit_lines(const bp_state *_Nonnull state, void *_Nullable context,
                    void (*_Nonnull visit)(void *_Nullable context, const bp_line *_Nonnull line));

/// The live memory of Lua in bytes, for tests and diagnostics.
size_t bp_memory_used(const bp_state *_Nonnull state);

#if defined(__cplusplus)
}
#endif
