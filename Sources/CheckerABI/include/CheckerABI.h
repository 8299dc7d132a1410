/// The C interface between bundlepolicy and its checkers.
///
/// A checker is a loadable bundle that does what policies in Lua should not: decode images, search executables, call
/// libraries. It is registered like a CFPlugIn. The program and the checker share only what this header declares, so
/// that they can be built by different compilers, in different languages, with different runtimes. The header needs
/// only a C99 or C++11 compiler.
///
///     Name.checker/Contents/Info.plist       CFBundleIdentifier, CFBundleExecutable, CFPlugInFactories, CFPlugInTypes
///     Name.checker/Contents/Linux/libName.so the code on Linux
///     Name.checker/Contents/MacOS/Name       the code on macOS
///
/// **Lifetime.** The program calls the factory with `CHECKER_TYPE_ID`; the factory returns an object with one
/// reference. The program asks the object for `CHECKER_INTERFACE_V1_ID`, releases the object, and calls `describe`
/// once, and `check` for each rule and bundle. It releases the interface when no rule needs it any more. When a
/// checker bundle has no more objects, the program may call its unload function and unload its code. A library that
/// exports a function `checker_stays_loaded`, as checkers in Swift do, stays in memory.
///
/// **Ownership.** Host functions copy their arguments before they return. Their results belong to the host and are
/// valid until `check` returns. The result of `describe` belongs to the checker, and must be valid as long as the
/// interface has a reference. The tables `checker_host` and `checker_plug_in` are valid until the function that
/// received them returns.
///
/// **Threads.** The program calls an object from one thread at a time, not always the same one, and only after the
/// previous call has returned. A checker may call host functions only during `check`, on the thread that `check` was
/// called on. With several jobs there are several objects, each on its own thread.
///
/// **Text** is UTF-8 with a count of bytes, without a zero byte at the end. Malformed text from a checker is refused.
///
/// **Versions.** A published interface never changes. A later version gets its own identifier, which the program asks
/// for first, before it falls back to this one. Tables only grow at their end: before a checker uses a member that
/// was added later, it must compare its offset with `size`. Structures that either side fills in start with their
/// `size` for the same reason: members beyond it count as zero, and the elements of an array are `size` of the first
/// apart.
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

/// The results of functions.
typedef enum checker_status {
  /// Success.
  CHECKER_OK = 0,
  /// There is no such interface, key, entry or file.
  CHECKER_ABSENT = 1,
  /// The node or file has another type: the text of a number, the bytes of a directory.
  CHECKER_MISMATCH = 2,
  /// It exists but cannot be read; `checker_host.failure` says why. The check then counts as failed, no matter what it
  /// returns.
  CHECKER_UNREADABLE = 3,
  /// An argument is null, malformed, or not a node of this check.
  CHECKER_INVALID = 4,
  /// The check exceeded a limit.
  CHECKER_LIMIT = 5,
  /// From a checker: the check could not be completed; see `checker_host.fail`.
  CHECKER_FAILED = 6
} checker_status;

/// UTF-8; absent if `bytes` is null.
typedef struct checker_text {
  const char *bytes;
  size_t count;
} checker_text;

// MARK: Objects

/// The beginning of every object's table. An object is any structure whose first member points to its table.
typedef struct checker_unknown {
  /// Stores the object's interface `id` with one more reference in `result`, and returns `CHECKER_OK`; otherwise
  /// stores null and returns `CHECKER_ABSENT`.
  int32_t (*query_interface)(void *self, checker_uuid id, void **result);
  /// Adds a reference and returns the number of references.
  uint32_t (*add_ref)(void *self);
  /// Releases a reference and returns the number of those left. The object is destroyed with the last one.
  uint32_t (*release)(void *self);
} checker_unknown;

/// A factory: the function that `CFPlugInFactories` names. `allocator` is null; the factory may allocate in any way.
/// Returns an object of the requested `type` with one reference, or null if it has none.
typedef void *(*checker_factory_function)(const void *allocator, const checker_uuid *type);

/// The registrar for dynamic register functions, which is also passed to the unload function.
typedef struct checker_plug_in {
  /// `sizeof(checker_plug_in)` of the program.
  uint32_t size;
  uint32_t abi_version;
  void *context;
  /// Registers a factory. Returns `CHECKER_INVALID` if its id is already registered; the first one stays.
  int32_t (*register_factory)(void *context, checker_uuid factory, checker_factory_function function);
  /// Declares that a registered factory creates objects of a type. Returns `CHECKER_ABSENT` if there is no such
  /// factory.
  int32_t (*register_type)(void *context, checker_uuid type, checker_uuid factory);
} checker_plug_in;

/// `CFPlugInDynamicRegisterFunction` (by default `CFPlugInDynamicRegister`) and `CFPlugInUnloadFunction`.
typedef void (*checker_plug_in_function)(const checker_plug_in *plug_in);

// MARK: The description of a checker

/// The type of an option's value.
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

/// An option of a rule: `with = { name = … }` in Lua.
typedef struct checker_option {
  /// `sizeof(checker_option)`.
  uint32_t size;
  /// A `checker_option_type`.
  uint32_t type;
  /// `[a-z][a-z0-9_]*`.
  checker_text name;
  /// One sentence.
  checker_text summary;
  /// The default value for readers; absent if there is none.
  checker_text default_text;
  /// Not zero if every rule must have it.
  uint32_t is_required;
  /// Not zero if `minimum` and `maximum` apply.
  uint32_t is_bounded;
  double minimum;
  double maximum;
  /// `choice_count` texts; null if every text is allowed.
  const checker_text *choices;
  size_t choice_count;
} checker_option;

/// The result of `describe`.
typedef struct checker_description {
  /// `sizeof(checker_description)`.
  uint32_t size;
  uint32_t reserved;
  /// The name that rules use, such as `com.example.icons`: `[a-z0-9]+([.-][a-z0-9]+)*`, like the ids of rules.
  checker_text identifier;
  /// The version of the checker, for reports.
  checker_text version;
  /// One sentence.
  checker_text summary;
  /// The URL of its documentation; may be absent.
  checker_text help;
  /// An array of `option_count` options; null if there are none.
  const checker_option *options;
  size_t option_count;
} checker_description;

// MARK: The host

/// A bundle of the graph or a value of a property list, valid during one check. 0 means none.
typedef uint64_t checker_node;

/// The fields of a bundle, as in policies in Lua.
typedef enum checker_bundle_field {
  /// The path relative to the outer bundle; empty for the outer one.
  CHECKER_BUNDLE_PATH = 1,
  /// The last component of the path.
  CHECKER_BUNDLE_NAME = 2,
  /// `application`, `framework`, `extension`, `plugin`, `xcframework`, `settings`, `archive` or `plist`.
  CHECKER_BUNDLE_KIND = 3,
  /// `macos`, `ios`, `tvos`, `watchos`, `visionos` or `catalyst`; absent if it is unknown.
  CHECKER_BUNDLE_PLATFORM = 4,
  /// `flat`, `contents`, `versioned`, `wrapped` or `resources`.
  CHECKER_BUNDLE_LAYOUT = 5,
  /// `CFBundleIdentifier`, if it is a string.
  CHECKER_BUNDLE_IDENTIFIER = 6,
  /// The path of `CFBundleExecutable` relative to the bundle. The file may not exist.
  CHECKER_BUNDLE_EXECUTABLE = 7,
  /// The path of Info.plist relative to the bundle; absent for a bare property list.
  CHECKER_BUNDLE_INFO_PATH = 8,
  /// The folder of the resources relative to the bundle; empty for the bundle itself.
  CHECKER_BUNDLE_RESOURCES_PATH = 9
} checker_bundle_field;

/// The type of a value.
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

/// The type of a file.
typedef enum checker_file_type {
  CHECKER_FILE_REGULAR = 1,
  CHECKER_FILE_DIRECTORY = 2,
  CHECKER_FILE_LINK = 3,
  /// A pipe, socket or device, which is never opened.
  CHECKER_FILE_OTHER = 4
} checker_file_type;

/// The status of a file.
typedef struct checker_file {
  /// `sizeof(checker_file)`, set by the checker before the call.
  uint32_t size;
  /// A `checker_file_type`. Links are not followed.
  uint32_t type;
  /// The size of a file, or the length of a link's target, in bytes; 0 for anything else.
  uint64_t length;
  /// The twelve permission bits.
  uint32_t mode;
  uint32_t reserved;
} checker_file;

/// The severity of a finding.
typedef enum checker_severity {
  /// The severity of the rule.
  CHECKER_SEVERITY_RULE = 0,
  CHECKER_SEVERITY_NOTE = 1,
  CHECKER_SEVERITY_WARNING = 2,
  CHECKER_SEVERITY_ERROR = 3
} checker_severity;

/// A finding. Set everything to zero first, then set `size`, `message` and the members that apply.
typedef struct checker_finding {
  /// `sizeof(checker_finding)`.
  uint32_t size;
  /// A `checker_severity`.
  uint32_t severity;
  /// The violation in one sentence; 1 to 4096 bytes.
  checker_text message;
  /// The required value or state; may be absent, like the members below.
  checker_text expected;
  /// How to fix it.
  checker_text fix;
  /// Distinguishes this finding from others of the rule at the same location, in all runs; part of the fingerprint.
  checker_text discriminator;
  /// The file, relative to the bundle `node` or, if that is 0, to the one being checked; without `..`. Not together
  /// with a value.
  checker_text file;
  /// The value or bundle; 0 for the bundle being checked. Not a value in the rule's options.
  checker_node node;
  /// The entry of the dictionary `node`. An entry that does not exist is reported as missing.
  checker_text key;
} checker_finding;

/// The functions of the host. `context` is the first argument of every call.
typedef struct checker_host {
  /// The size of this table in the program, in bytes.
  uint32_t size;
  /// The newest version of the interface that the program knows.
  uint32_t abi_version;
  void *context;

  /// The bundle being checked.
  checker_node (*bundle)(void *context);
  /// The bundle that contains a bundle; 0 for the outer one.
  checker_node (*parent)(void *context, checker_node bundle);
  /// The number of bundles directly in a bundle.
  size_t (*child_count)(void *context, checker_node bundle);
  /// A bundle directly in a bundle, by index from 0, sorted by path; 0 past the end.
  checker_node (*child)(void *context, checker_node bundle, size_t index);
  /// The text of a field; `field` is a `checker_bundle_field`.
  int32_t (*bundle_text)(void *context, checker_node bundle, uint32_t field, checker_text *result);
  /// The dictionary of a bundle's Info.plist.
  checker_node (*info)(void *context, checker_node bundle);
  /// The dictionary of the rule's `with`, without default values.
  checker_node (*options)(void *context);

  /// A `checker_kind`; `CHECKER_KIND_NONE` if it is not a value.
  uint32_t (*kind)(void *context, checker_node value);
  /// The number of entries of a dictionary, array or set; 0 for other values.
  size_t (*count)(void *context, checker_node value);
  /// The value of a key in a dictionary; 0 if there is none.
  checker_node (*value)(void *context, checker_node dictionary, checker_text key);
  /// An entry by index from 0, in the order of the file. `key` is absent unless the container is a dictionary; either
  /// pointer may be null.
  int32_t (*entry)(void *context, checker_node container, size_t index, checker_text *key, checker_node *value);
  int32_t (*text)(void *context, checker_node value, checker_text *result);
  /// The number in an integer or a UID. `CHECKER_MISMATCH` also if it is above 2^63 - 1.
  int32_t (*integer)(void *context, checker_node value, int64_t *result);
  /// The number in a real or an integer.
  int32_t (*real)(void *context, checker_node value, double *result);
  int32_t (*boolean)(void *context, checker_node value, uint32_t *result);
  /// Seconds since 2001-01-01 00:00:00 UTC.
  int32_t (*date)(void *context, checker_node value, double *result);
  int32_t (*data)(void *context, checker_node value, const void **bytes, size_t *count);

  /// The number of files, directories and links in a bundle, at any depth, including nested bundles.
  int32_t (*file_count)(void *context, checker_node bundle, size_t *count);
  /// The path of a file relative to the bundle, by index from 0, sorted by bytes; `type` is a `checker_file_type` and
  /// may be null.
  int32_t (*file_path)(void *context, checker_node bundle, size_t index, checker_text *path, uint32_t *type);
  /// The status of a file. A link in the last component is not followed.
  int32_t (*file)(void *context, checker_node bundle, checker_text path, checker_file *result);
  /// Copies up to `capacity` bytes of a regular file, starting at `offset`, and stores their number in `count`: fewer
  /// only at the end, 0 past it. Links are followed inside the outer bundle: for one that leaves it, returns
  /// `CHECKER_MISMATCH`; for one without a target, `CHECKER_ABSENT`.
  int32_t (*read)(void *context, checker_node bundle, checker_text path, uint64_t offset, void *buffer, size_t capacity,
                  size_t *count);

  /// The size of a regular file in bytes, following links like `read`.
  int32_t (*file_size)(void *context, checker_node bundle, checker_text path, uint64_t *result);

  /// Reports a finding.
  int32_t (*report)(void *context, const checker_finding *finding);
  /// States why the check cannot be completed, in up to 4096 bytes; the rest is cut. Return `CHECKER_FAILED`
  /// afterwards. The rule then ends with an error that contains the message.
  void (*fail)(void *context, checker_text message);
  /// Writes a line for the author of the checker to standard error; at most 64 KiB in one check.
  void (*log)(void *context, checker_text line);
  /// The reason why the last function returned `CHECKER_UNREADABLE`.
  void (*failure)(void *context, checker_text *message);
} checker_host;

/// The interface of a checker.
typedef struct checker_interface_v1 {
  checker_unknown unknown;
  /// `sizeof(checker_interface_v1)`.
  uint32_t size;
  /// `CHECKER_ABI_VERSION`.
  uint32_t abi_version;
  /// The description of the checker. Never null.
  const checker_description *(*describe)(void *self);
  /// Checks one bundle with one rule's options. Returns `CHECKER_OK` if the check was completed, with or without
  /// findings.
  int32_t (*check)(void *self, const checker_host *host);
} checker_interface_v1;

#ifdef __cplusplus
}
#endif

#endif
