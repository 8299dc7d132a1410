package import Basics

/// Why a checker cannot be used, or could not complete a check. Each makes the exit status 2.
package typealias PlugInError = Diagnostic<PlugInCode>

/// The code of a `PlugInError`.
package enum PlugInCode: String, DiagnosticCode, CaseIterable {
  /// No checker has this identifier.
  case notFound = "plugin.not-found"
  /// A directory or bundle cannot be read.
  case unreadable = "plugin.unreadable"
  /// The Info.plist does not register anything as CFPlugIn requires.
  case registration = "plugin.registration"
  /// The checker differs from its lock file, or nobody allowed it to be loaded.
  case untrusted = "plugin.untrusted"
  /// The system cannot load the code.
  case load = "plugin.load"
  /// The objects do not have the interface, or have another version of it.
  case interface = "plugin.interface"
  /// The checker's description is malformed.
  case description = "plugin.description"
  /// The code cannot be unloaded because there are objects.
  case inUse = "plugin.in-use"
  /// A signal ended the process, or the process ended itself.
  case crashed = "plugin.crashed"
  /// The checker exceeded its time.
  case time = "plugin.time"
  /// The checker reported, printed or requested more than it may.
  case limit = "plugin.limit"
  /// The process sent an unexpected message.
  case `protocol` = "plugin.protocol"
  /// The checker reported a failure or returned invalid data.
  case failed = "plugin.failed"
  /// The process could not be started.
  case process = "plugin.process"
}

extension Diagnostic where Code == PlugInCode {
  /// The checker in the message.
  package var checker: String? { subject }

  /// Creates an error about the checker `checker`.
  package init(_ code: Code, _ message: String, file: String? = nil, hint: String? = nil, checker: String?) {
    self.init(code, message, file: file, hint: hint)
    subject = checker
  }
}
