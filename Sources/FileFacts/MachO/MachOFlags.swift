/// The flags of a Mach-O header (`MH_…` in `mach-o/loader.h`).
package struct MachOFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// Makes flags from their bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The system may load the program anywhere.
  package static let positionIndependent = MachOFlags(rawValue: 0x20_0000)

  /// The names by bit, from bit 0.
  private static let names = [
    "noundefs", "incrlink", "dyldlink", "bindatload", "prebound", "split_segs", "lazy_init", "twolevel", "force_flat",
    "nomultidefs", "nofixprebinding", "prebindable", "allmodsbound", "subsections_via_symbols", "canonical",
    "weak_defines", "binds_to_weak", "allow_stack_execution", "root_safe", "setuid_safe", "no_reexported_dylibs", "pie",
    "dead_strippable_dylib", "has_tlv_descriptors", "no_heap_execution", "app_extension_safe",
    "nlist_outofsync_with_dyldinfo", "sim_support", "implicit_pagezero", "bit_29", "bit_30", "dylib_in_cache",
  ]

  /// The header's own names without `MH_`, in lower case, by bit: `noundefs`, `dyldlink`, `twolevel`, `pie`…
  package var names: [String] {
    Self.names.enumerated().filter { rawValue >> UInt32($0.offset) & 1 == 1 }.map(\.element)
  }
}
