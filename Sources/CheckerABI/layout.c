// The layout of version 1, which must never change: old checkers rely on it.
#include "CheckerABI.h"

#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFF
#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")
_Static_assert(sizeof(checker_uuid) == 16, "checker_uuid");
_Static_assert(sizeof(checker_text) == 16, "checker_text");
_Static_assert(sizeof(checker_unknown) == 24, "checker_unknown");
AT(checker_interface_v1, size, 24);
AT(checker_interface_v1, abi_version, 28);
AT(checker_interface_v1, describe, 32);
AT(checker_interface_v1, check, 40);
_Static_assert(sizeof(checker_interface_v1) == 48, "checker_interface_v1");
AT(checker_plug_in, context, 8);
AT(checker_plug_in, register_factory, 16);
AT(checker_plug_in, register_type, 24);
AT(checker_option, name, 8);
AT(checker_option, default_text, 40);
AT(checker_option, is_required, 56);
AT(checker_option, minimum, 64);
AT(checker_option, choices, 80);
_Static_assert(sizeof(checker_option) == 96, "checker_option");
AT(checker_description, identifier, 8);
AT(checker_description, options, 72);
_Static_assert(sizeof(checker_description) == 88, "checker_description");
AT(checker_file, length, 8);
AT(checker_file, mode, 16);
_Static_assert(sizeof(checker_file) == 24, "checker_file");
AT(checker_finding, message, 8);
AT(checker_finding, file, 72);
AT(checker_finding, node, 88);
AT(checker_finding, key, 96);
_Static_assert(sizeof(checker_finding) == 112, "checker_finding");
AT(checker_host, context, 8);
AT(checker_host, bundle, 16);
AT(checker_host, kind, 72);
AT(checker_host, data, 144);
AT(checker_host, file_count, 152);
AT(checker_host, file_size, 184);
AT(checker_host, report, 192);
AT(checker_host, failure, 216);
_Static_assert(sizeof(checker_host) == 224, "checker_host");
#endif
