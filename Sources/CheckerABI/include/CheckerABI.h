/// The C interface between bundlepolicy and its checkers.
///
/// A checker is a loadable bundle that judges what policies in Lua should not: it decodes images, walks executables, calls
/// libraries of its own. It is registered as CFPlugIn registers plug-ins, and only what this header declares crosses between
/// the program and the checker, so that both may be built by different compilers, in different languages, with different
/// runtimes. The header needs nothing but a C99 or C++11 compiler.
///
///     Name.checker/Contents/Info.plist       CFBundleIdentifier, CFBundleExecutable, CFPlugInFactories, CFPlugInTypes
///     Name.checker/Contents/Linux/libName.so the code on Linux
///     Name.checker/Contents/MacOS/Name       the code on macOS
///
/// **Life.** The program calls the factory with `CHECKER_TYPE_ID`; the factory returns an object with one reference. The
/// program asks the object for `CHECKER_INTERFACE_V1_ID`, releases the object, and calls `describe` once and `check` for each
/// rule and bundle. It releases the interface when no rule needs it any more; when the last object of a checker bundle is gone
/// the code may be unloaded, after its unload function was called. A library that exports a function `checker_stays_loaded`, as those in
/// Swift do, stays in memory nevertheless.
///
/// **Ownership.** What a checker passes to a host function is the checker's and is copied before the function returns. What a
/// host function hands out stays the host's and is valid until `check` returns. What `describe` returns is the checker's and
/// stays valid as long as the interface has a reference. The tables `checker_host` and `checker_plug_in` themselves are gone when the
/// function that was called with them returns.
///
/// **Threads.** The program calls one object from one thread at a time, not always the same one, and never again before a call
/// has returned. A checker calls host functions from the thread that `check` was called on, while it was not left, and no others.
/// With several jobs there are several objects, each on a thread of its own.
///
/// **Text** is UTF-8 with a count of bytes, and not terminated by a zero. Malformed text from a checker is refused.
///
/// **Versions.** An interface never changes once published: a later version gets an identifier of its own, which the program asks
/// for first, falling back to this one. Tables only ever grow at their end: before a checker uses a member that was added later it looks
/// whether `size` reaches that far. Structures that either side fills in start with their `size` for the same reason: what lies beyond it is
/// taken for zero, and an array's elements lie `size` of its first apart.
#ifndef CHECKER_ABI_H
#define CHECKER_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the interface that this header declares.
#define CHECKER_ABI_VERSION 1

/// A UUID (RFC 9562), its bytes in the order in which they are written.
typedef struct checker_uuid {
  uint8_t bytes[16];
} checker_uuid;

/// 2BCAC4B1-A261-403E-91BC-194CB31A07FF: the type under which `CFPlugInTypes` of a checker lists its factories.
#define CHECKER_TYPE_ID \
  {{0x2B, 0xCA, 0xC4, 0xB1, 0xA2, 0x61, 0x40, 0x3E, 0x91, 0xBC, 0x19, 0x4C, 0xB3, 0x1A, 0x07, 0xFF}}
#define CHECKER_TYPE_ID_TEXT "2BCAC4B1-A261-403E-91BC-194CB31A07FF"

/// 00000000-0000-0000-C000-000000000046: `checker_unknown`, as in COM.
#define CHECKER_UNKNOWN_ID \
  {{0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}}

/// BFF0F554-C7A2-4DE8-B7C7-2CFA9D4C75FE: `checker_interface_v1`.
#define CHECKER_INTERFACE_V1_ID \
  {{0xBF, 0xF0, 0xF5, 0x54, 0xC7, 0xA2, 0x4D, 0xE8, 0xB7, 0xC7, 0x2C, 0xFA, 0x9D, 0x4C, 0x75, 0xFE}}

/// What functions return.
typedef enum checker_status {
  /// Done.
  CHECKER_OK = 0,
  /// There is no such thing: an interface the object lacks, a key, an entry, a file.
  CHECKER_ABSENT = 1,
  /// The node or file is of another kind: the text of a number, the bytes of a directory.
  CHECKER_MISMATCH = 2,
  /// It is there and can't be read; `checker_host.failure` says why. The check then counts as failed, whatever it returns.
  CHECKER_UNREADABLE = 3,
  /// An argument is null, malformed, or no node of this check.
  CHECKER_INVALID = 4,
  /// More than one check may ask for or report.
  CHECKER_LIMIT = 5,
  /// From a checker: the check could not be done; see `checker_host.fail`.
  CHECKER_FAILED = 6
} checker_status;

/// UTF-8; absent when `bytes` is null.
typedef struct checker_text {
  const char *bytes;
  size_t count;
} checker_text;

// MARK: Objects

/// What every object's table starts with. The object itself is any structure whose first member points to its table.
typedef struct checker_unknown {
  /// Stores the object's interface `id` in `result`, with one more reference, and returns `CHECKER_OK`; otherwise stores null and
  /// returns `CHECKER_ABSENT`.
  int32_t (*query_interface)(void *self, checker_uuid id, void **result);
  /// One reference more; returns how many there are.
  uint32_t (*add_ref)(void *self);
  /// One reference less; returns how many are left. The object is gone with the last.
  uint32_t (*release)(void *self);
} checker_unknown;

/// A factory, under the name that `CFPlugInFactories` gives. `allocator` is null: allocate as you like. `type` is the type asked for.
/// Returns an object with one reference, or null when it has none of that type.
typedef void *(*checker_factory_function)(const void *allocator, const checker_uuid *type);

/// The registrar, and what a dynamic register function does with it. The same is passed to the unload function.
typedef struct checker_plug_in {
  /// `sizeof(checker_plug_in)` of the program.
  uint32_t size;
  uint32_t abi_version;
  void *context;
  /// Registers a factory. `CHECKER_INVALID` when one with its id is there: the first stays.
  int32_t (*register_factory)(void *context, checker_uuid factory, checker_factory_function function);
  /// Says that a factory, registered before, makes objects of a type. `CHECKER_ABSENT` when there is no such factory.
  int32_t (*register_type)(void *context, checker_uuid type, checker_uuid factory);
} checker_plug_in;

/// `CFPlugInDynamicRegisterFunction` (by default `CFPlugInDynamicRegister`) and `CFPlugInUnloadFunction`.
typedef void (*checker_plug_in_function)(const checker_plug_in *plug_in);

// MARK: What a checker says of itself

/// What an option takes.
typedef enum checker_option_type {
  CHECKER_OPTION_BOOLEAN = 1,
  /// A 64-bit integer within `minimum` and `maximum`.
  CHECKER_OPTION_INTEGER = 2,
  /// A finite number within `minimum` and `maximum`.
  CHECKER_OPTION_NUMBER = 3,
  /// Text; one of `choices`, if there are any.
  CHECKER_OPTION_TEXT = 4,
  /// A list of texts, each one of `choices`, if there are any.
  CHECKER_OPTION_TEXTS = 5
} checker_option_type;

/// One option of a rule: `with = { name = … }` in Lua.
typedef struct checker_option {
  /// `sizeof(checker_option)`.
  uint32_t size;
  /// A `checker_option_type`.
  uint32_t type;
  /// `[a-z][a-z0-9_]*`.
  checker_text name;
  /// One sentence.
  checker_text summary;
  /// What holds where a rule does not say, for people to read; absent for none.
  checker_text default_text;
  /// Not zero when every rule must give it.
  uint32_t is_required;
  /// Not zero when `minimum` and `maximum` hold.
  uint32_t is_bounded;
  double minimum;
  double maximum;
  /// `choice_count` texts; null when anything goes.
  const checker_text *choices;
  size_t choice_count;
} checker_option;

/// What `describe` returns.
typedef struct checker_description {
  /// `sizeof(checker_description)`.
  uint32_t size;
  uint32_t reserved;
  /// What rules call it, such as `com.example.icons`: `[a-z0-9]+([.-][a-z0-9]+)*`, as rules' own ids.
  checker_text identifier;
  /// The version of the checker, for reports.
  checker_text version;
  /// One sentence.
  checker_text summary;
  /// Where to read more; may be absent.
  checker_text help;
  /// `option_count` options, one behind the other; null when there are none.
  const checker_option *options;
  size_t option_count;
} checker_description;

// MARK: What a checker sees

/// A bundle of the graph or a value of a property list, for the length of one check. 0 is none.
typedef uint64_t checker_node;

/// Facts of a bundle, as policies in Lua know them.
typedef enum checker_bundle_field {
  /// Path relative to the outer bundle; empty for the outer one.
  CHECKER_BUNDLE_PATH = 1,
  /// The last component of its path.
  CHECKER_BUNDLE_NAME = 2,
  /// `application`, `framework`, `extension`, `plugin`, `xcframework`, `settings`, `archive` or `plist`.
  CHECKER_BUNDLE_KIND = 3,
  /// `macos`, `ios`, `tvos`, `watchos`, `visionos` or `catalyst`; absent when nothing tells.
  CHECKER_BUNDLE_PLATFORM = 4,
  /// `flat`, `contents`, `versioned`, `wrapped` or `resources`.
  CHECKER_BUNDLE_LAYOUT = 5,
  /// `CFBundleIdentifier`, when it is text.
  CHECKER_BUNDLE_IDENTIFIER = 6,
  /// Where `CFBundleExecutable` lies, relative to the bundle. It need not exist.
  CHECKER_BUNDLE_EXECUTABLE = 7,
  /// Where Info.plist lies, relative to the bundle; absent for a bare property list.
  CHECKER_BUNDLE_INFO_PATH = 8,
  /// Where resources lie, relative to the bundle; empty for its top.
  CHECKER_BUNDLE_RESOURCES_PATH = 9
} checker_bundle_field;

/// What a value is.
typedef enum checker_kind {
  CHECKER_KIND_NONE = 0,
  CHECKER_KIND_DICTIONARY = 1,
  CHECKER_KIND_ARRAY = 2,
  CHECKER_KIND_TEXT = 3,
  CHECKER_KIND_INTEGER = 4,
  CHECKER_KIND_REAL = 5,
  CHECKER_KIND_BOOLEAN = 6,
  CHECKER_KIND_DATE = 7,
  CHECKER_KIND_DATA = 8,
  CHECKER_KIND_UID = 9,
  CHECKER_KIND_SET = 10,
  CHECKER_KIND_NULL = 11
} checker_kind;

/// What a name in a bundle is.
typedef enum checker_file_type {
  CHECKER_FILE_REGULAR = 1,
  CHECKER_FILE_DIRECTORY = 2,
  CHECKER_FILE_LINK = 3,
  /// A pipe, socket or device, which is never opened.
  CHECKER_FILE_OTHER = 4
} checker_file_type;

/// What is known of a file without opening it.
typedef struct checker_file {
  /// `sizeof(checker_file)`, set by the checker before it asks.
  uint32_t size;
  /// A `checker_file_type`; a link is not followed.
  uint32_t type;
  /// In bytes; of a link, the length of its target; 0 for a directory and anything else.
  uint64_t length;
  /// The twelve permission bits.
  uint32_t mode;
  uint32_t reserved;
} checker_file;

/// How bad a finding is.
typedef enum checker_severity {
  /// As the rule says.
  CHECKER_SEVERITY_RULE = 0,
  CHECKER_SEVERITY_NOTE = 1,
  CHECKER_SEVERITY_WARNING = 2,
  CHECKER_SEVERITY_ERROR = 3
} checker_severity;

/// A finding. Set everything to zero first, then `size`, `message` and what applies.
typedef struct checker_finding {
  /// `sizeof(checker_finding)`.
  uint32_t size;
  /// A `checker_severity`.
  uint32_t severity;
  /// What is wrong, one sentence; 1 to 4096 bytes.
  checker_text message;
  /// What was expected; may be absent, as all below.
  checker_text expected;
  /// What to do.
  checker_text fix;
  /// Tells this finding from others of the rule at the same place, from run to run; goes into the fingerprint.
  checker_text discriminator;
  /// The file that it is about, relative to the bundle of `node`, or to the one being checked; without `..`. Not together with a value.
  checker_text file;
  /// The value or bundle that it is about; 0 for the bundle being checked. Not a value out of the rule's options.
  checker_node node;
  /// The entry of the dictionary `node` that it is about. One that is not there is reported as missing.
  checker_text key;
} checker_finding;

/// What the program offers a check. `context` goes into every call.
typedef struct checker_host {
  /// The size of this table in the program, in bytes.
  uint32_t size;
  /// The newest version of the interface that the program knows.
  uint32_t abi_version;
  void *context;

  /// The bundle being checked.
  checker_node (*bundle)(void *context);
  /// The bundle around one; 0 for the outer one.
  checker_node (*parent)(void *context, checker_node bundle);
  /// How many bundles lie directly in one.
  size_t (*child_count)(void *context, checker_node bundle);
  /// One of them, from 0, by path; 0 past the end.
  checker_node (*child)(void *context, checker_node bundle, size_t index);
  /// A `checker_bundle_field`.
  int32_t (*bundle_text)(void *context, checker_node bundle, uint32_t field, checker_text *result);
  /// The dictionary of its Info.plist.
  checker_node (*info)(void *context, checker_node bundle);
  /// The dictionary of the rule's `with`; what the rule does not give is not in it.
  checker_node (*options)(void *context);

  /// A `checker_kind`; `CHECKER_KIND_NONE` for what is no value.
  uint32_t (*kind)(void *context, checker_node value);
  /// How many entries a dictionary, array or set has; 0 for others.
  size_t (*count)(void *context, checker_node value);
  /// The value under a key of a dictionary; 0 when there is none.
  checker_node (*value)(void *context, checker_node dictionary, checker_text key);
  /// An entry by position, from 0, in the order of the file. `key` is absent in what is no dictionary; either may be null.
  int32_t (*entry)(void *context, checker_node container, size_t index, checker_text *key, checker_node *value);
  int32_t (*text)(void *context, checker_node value, checker_text *result);
  /// Of an integer or a UID. `CHECKER_MISMATCH` above 2^63 - 1, too.
  int32_t (*integer)(void *context, checker_node value, int64_t *result);
  /// Of a real or an integer.
  int32_t (*real)(void *context, checker_node value, double *result);
  int32_t (*boolean)(void *context, checker_node value, uint32_t *result);
  /// In seconds since 2001-01-01 00:00:00 UTC.
  int32_t (*date)(void *context, checker_node value, double *result);
  int32_t (*data)(void *context, checker_node value, const void **bytes, size_t *count);

  /// How many files, directories and links there are in a bundle, at any depth, nested bundles included.
  int32_t (*file_count)(void *context, checker_node bundle, size_t *count);
  /// The path of one, from 0, sorted by bytes, relative to the bundle; `type` is a `checker_file_type` and may be null.
  int32_t (*file_path)(void *context, checker_node bundle, size_t index, checker_text *path, uint32_t *type);
  /// What lies at a path; a link at its end is not followed.
  int32_t (*file)(void *context, checker_node bundle, checker_text path, checker_file *result);
  /// Copies up to `capacity` bytes of a regular file from `offset` on, and says in `count` how many: fewer only at the end, 0 past
  /// it. Links are followed as long as they stay in the outer bundle: one that leaves it is `CHECKER_MISMATCH`, one that leads to
  /// nothing `CHECKER_ABSENT`.
  int32_t (*read)(void *context, checker_node bundle, checker_text path, uint64_t offset, void *buffer, size_t capacity,
                  size_t *count);

  /// How many bytes `read` can give of a regular file, links followed as there.
  int32_t (*file_size)(void *context, checker_node bundle, checker_text path, uint64_t *result);

  /// Reports a finding.
  int32_t (*report)(void *context, const checker_finding *finding);
  /// Says why the check can't be done, in up to 4096 bytes, the rest is cut; return `CHECKER_FAILED` after it. The rule then ends in an error that says so.
  void (*fail)(void *context, checker_text message);
  /// A line for the author of the checker, on standard error; at most 64 KiB of them in one check.
  void (*log)(void *context, checker_text line);
  /// Why the last function returned `CHECKER_UNREADABLE`.
  void (*failure)(void *context, checker_text *message);
} checker_host;

/// The interface that checks.
typedef struct checker_interface_v1 {
  checker_unknown unknown;
  /// `sizeof(checker_interface_v1)`.
  uint32_t size;
  /// `CHECKER_ABI_VERSION`.
  uint32_t abi_version;
  /// What it is and which options it takes. Never null.
  const checker_description *(*describe)(void *self);
  /// Judges one bundle by one rule's options. Returns `CHECKER_OK` when that could be done, with findings or without.
  int32_t (*check)(void *self, const checker_host *host);
} checker_interface_v1;

#ifdef __cplusplus
}
#endif

#endif
