internal import CheckerABI

final class CheckerInstance {
  let checker: String
  private let object: UnsafeMutableRawPointer
  private let table: UnsafePointer<checker_interface_v1>
  private let abiVersion: UInt32

  /// Creates an object and asks it for the newest of `interfaces` that it has. Throws if the factory does not create
  /// checkers, or the object has none of these interfaces.
  init(
    _ factory: checker_factory_function, _ identifier: PlugInIdentifier, of checker: String,
    interfaces: [PlugInIdentifier]
  ) throws(PlugInError) {
    func wrong(_ what: String, _ hint: String) -> PlugInError {
      PlugInError(.interface, "the factory \(identifier) \(what)", file: checker, hint: hint)
    }
    var type = PlugInIdentifier.checkerType.uuid
    guard let made = factory(nil, &type) else {
      throw wrong(
        "returned no object for the type \(PlugInIdentifier.checkerType)",
        "return an object for this type, whose UUID is CHECKER_TYPE_ID")
    }
    // Every object begins with a pointer to a table.
    let unknown = made.assumingMemoryBound(to: UnsafePointer<checker_unknown>?.self)
    guard let own = unknown.pointee, let query = own.pointee.query_interface, let release = own.pointee.release else {
      throw wrong(
        "returned an object without the functions of checker_unknown",
        "make its first member point to its function table")
    }
    defer { _ = release(made) }
    for (position, interface) in interfaces.enumerated() {
      var result: UnsafeMutableRawPointer?
      guard query(made, interface.uuid, &result) == Int32(CHECKER_OK.rawValue), let object = result else { continue }
      let pointer = object.assumingMemoryBound(to: UnsafePointer<checker_interface_v1>?.self)
      let rebuild =
        "build the checker again with the CheckerABI.h of this program ('bundlepolicy plugin header' prints it)"
      guard let table = pointer.pointee else { throw wrong("returned an interface without a function table", rebuild) }
      guard table.pointee.unknown.release != nil, Int(table.pointee.size) >= MemoryLayout<checker_interface_v1>.size,
        table.pointee.describe != nil, table.pointee.check != nil
      else {
        _ = table.pointee.unknown.release?(object)
        throw wrong("returned an interface of \(table.pointee.size) bytes, which lacks functions", rebuild)
      }
      let version = UInt32(interfaces.count - position)
      guard table.pointee.abi_version == version else {
        _ = table.pointee.unknown.release?(object)
        throw wrong(
          "returned version \(table.pointee.abi_version) of the interface for the identifier of version \(version)",
          rebuild)
      }
      self.object = object
      self.table = table
      self.checker = checker
      abiVersion = UInt32(interfaces.count)
      return
    }
    throw wrong(
      "returns objects without interface version \(interfaces.count), which this program needs",
      "build the checker again with the CheckerABI.h of this program ('bundlepolicy plugin header' prints it)")
  }

  deinit { _ = table.pointee.unknown.release?(object) }

  func describe() throws(PlugInError) -> CheckerDescription {
    try CheckerDescription.read(table.pointee.describe?(object), of: checker)
  }

  func check(_ session: CheckerSession) {
    let status = session.withHost(abiVersion: abiVersion) { table.pointee.check?(object, $0) }
    switch status {
    case Int32(CHECKER_OK.rawValue)?: return
    case Int32(CHECKER_FAILED.rawValue)?:
      session.fail(.failed, "the checker failed without giving a reason")
    default:
      session.fail(
        .failed,
        "the checker returned status \(status.map(String.init) ?? "none") instead of CHECKER_OK or CHECKER_FAILED"
      )
    }
  }
}
