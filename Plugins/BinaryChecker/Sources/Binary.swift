import FileFacts

/// A Mach-O file of the bundle.
struct Binary {
  /// Relative to the bundle.
  let path: String
  let file: MachOFile
  /// Whether `CFBundleExecutable` names it.
  let isMain: Bool
  let source: BundleFileSource

  /// The slices that a system loads: programs, libraries and loadable bundles. Of debug symbols, objects and static
  /// libraries nothing is asked.
  var slices: [MachOSlice] { file.slices.filter(\.isLoaded) }

  /// Their architectures.
  var architectures: [String] { slices.map(\.architecture) }
}

extension MachOSlice {
  /// Whether a system starts or loads it.
  var isLoaded: Bool { isProgram || fileType == "dylib" || fileType == "bundle" }

  /// Whether it is started by itself.
  var isProgram: Bool { fileType == "execute" }
}
