package import Basics

/// Why a checker cannot be used, or could not complete a check. Each makes the exit status 2.
package typealias PlugInError = Diagnostic<PlugInCode>

package enum PlugInCode: String, DiagnosticCode, CaseIterable {
  case notFound = "plugin.not-found"
  case unreadable = "plugin.unreadable"
  /// The Info.plist does not register anything as CFPlugIn requires.
  case registration = "plugin.registration"
  /// The checker differs from its lock file, or nobody allowed it to be loaded.
  case untrusted = "plugin.untrusted"
  case load = "plugin.load"
  /// The objects do not have the interface, or have another version of it.
  case interface = "plugin.interface"
  case description = "plugin.description"
  /// A signal ended the process, or the process ended itself.
  case crashed = "plugin.crashed"
  case time = "plugin.time"
  case limit = "plugin.limit"
  case `protocol` = "plugin.protocol"
  case failed = "plugin.failed"
  case process = "plugin.process"
}

extension Diagnostic where Code == PlugInCode {
  package var checker: String? { subject }

  package init(_ code: Code, _ message: String, file: String? = nil, hint: String? = nil, checker: String?) {
    self.init(code, message, file: file, hint: hint)
    subject = checker
  }
}
