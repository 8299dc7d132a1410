package import Basics

/// Why a checker can't be used, or could not do its work. Each makes the exit status 2.
package typealias PlugInError = Diagnostic<PlugInCode>

/// What kind of trouble it is.
package enum PlugInCode: String, DiagnosticCode, CaseIterable {
  /// No checker has this identifier.
  case notFound = "plugin.not-found"
  /// A directory or bundle can't be read.
  case unreadable = "plugin.unreadable"
  /// Its Info.plist does not register anything as CFPlugIn asks for it.
  case registration = "plugin.registration"
  /// It is not what its lock file says, or nobody said that it may be loaded.
  case untrusted = "plugin.untrusted"
  /// The system can't load its code.
  case load = "plugin.load"
  /// Its objects are not what the interface asks for, or are of another version.
  case interface = "plugin.interface"
  /// What it says of itself is malformed.
  case description = "plugin.description"
  /// It still has objects, so its code stays.
  case inUse = "plugin.in-use"
  /// Its process was ended by a signal, or ended itself.
  case crashed = "plugin.crashed"
  /// It took longer than it may.
  case time = "plugin.time"
  /// It reported, printed or asked for more than it may.
  case limit = "plugin.limit"
  /// What came from its process is no answer.
  case `protocol` = "plugin.protocol"
  /// It said itself that it could not do its work, or gave what can't be taken.
  case failed = "plugin.failed"
  /// The process for it could not be started.
  case process = "plugin.process"
}

extension Diagnostic where Code == PlugInCode {
  /// The checker that the message names.
  package var checker: String? { subject }

  /// Makes one about the checker `checker`.
  package init(_ code: Code, _ message: String, file: String? = nil, hint: String? = nil, checker: String?) {
    self.init(code, message, file: file, hint: hint)
    subject = checker
  }
}
