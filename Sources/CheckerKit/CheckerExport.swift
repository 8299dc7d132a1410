public import CheckerABI

/// The first argument of a factory, which is unused.
public typealias CheckerAllocator = UnsafeRawPointer?
/// The second argument of a factory: the type of the requested object.
public typealias CheckerType = UnsafePointer<checker_uuid>?
/// The result of a factory.
public typealias CheckerObject = UnsafeMutableRawPointer?

/// Creates the C object of a checker: the body of a factory.
///
/// - Parameter checker: the type to export.
/// - Parameter type: the type of the requested object.
/// - Returns: the object; nil unless `type` is the type of checkers.
public func export(_ checker: (some Checker).Type, _ type: CheckerType) -> CheckerObject {
  guard let type, type.pointee == checker_uuid(CHECKER_TYPE_ID_TEXT) else { return nil }
  return ExportedChecker.make(checker)
}

/// Keeps this code in memory after the checker is released: Swift's runtime keeps references to it.
@_cdecl("checker_stays_loaded")
public func staysLoaded() {}

/// The object for the host: its first member points to the table of functions, as C expects.
private struct ExportedChecker {
  let table: UnsafePointer<checker_interface_v1>
  var references: UInt32
  let description: Unmanaged<ExportedDescription>
  let checker: any Checker.Type

  static func make(_ checker: any Checker.Type) -> UnsafeMutableRawPointer {
    let object = UnsafeMutablePointer<ExportedChecker>.allocate(capacity: 1)
    object.initialize(
      to: ExportedChecker(
        table: UnsafePointer(interfaceTable), references: 1,
        description: Unmanaged.passRetained(ExportedDescription(of: checker)), checker: checker))
    return UnsafeMutableRawPointer(object)
  }

  static func at(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ExportedChecker> {
    pointer.assumingMemoryBound(to: ExportedChecker.self)
  }

  func check(_ host: UnsafePointer<checker_host>) -> Int32 {
    let call = CheckerCall(host)
    defer { call.close() }
    let table = host.pointee
    do {
      let checker = self.checker.init()
      try OptionList(of: checker).take(CheckedValue(call: call, node: table.options(table.context)))
      try checker.check(CheckedBundle(call: call, node: table.bundle(table.context)), CheckerReport(call: call))
      return Int32(CHECKER_OK.rawValue)
    } catch {
      String(describing: error).withCheckerText { table.fail(table.context, $0) }
      return Int32(CHECKER_FAILED.rawValue)
    }
  }
}

/// The table of every exported checker; it exists as long as the code.
nonisolated(unsafe) private let interfaceTable: UnsafeMutablePointer<checker_interface_v1> = {
  let table = UnsafeMutablePointer<checker_interface_v1>.allocate(capacity: 1)
  table.initialize(
    to: checker_interface_v1(
      unknown: checker_unknown(
        query_interface: { object, id, result in
          guard let object, let result else { return Int32(CHECKER_INVALID.rawValue) }
          guard id == checker_uuid(interfaceID) || id == checker_uuid(unknownID) else {
            result.pointee = nil
            return Int32(CHECKER_ABSENT.rawValue)
          }
          ExportedChecker.at(object).pointee.references += 1
          result.pointee = object
          return Int32(CHECKER_OK.rawValue)
        },
        add_ref: { object in
          guard let object else { return 0 }
          ExportedChecker.at(object).pointee.references += 1
          return ExportedChecker.at(object).pointee.references
        },
        release: { object in
          guard let object else { return 0 }
          let exported = ExportedChecker.at(object)
          exported.pointee.references -= 1
          let left = exported.pointee.references
          if left == 0 {
            exported.pointee.description.release()
            exported.deinitialize(count: 1)
            exported.deallocate()
          }
          return left
        }),
      size: UInt32(MemoryLayout<checker_interface_v1>.size), abi_version: UInt32(CHECKER_ABI_VERSION),
      describe: { object in
        guard let object else { return nil }
        return ExportedChecker.at(object).pointee.description.takeUnretainedValue().description
      },
      check: { object, host in
        guard let object, let host else { return Int32(CHECKER_INVALID.rawValue) }
        return ExportedChecker.at(object).pointee.check(host)
      }))
  return table
}()

// As text, because Swift does not import C's array initializers as values.
private let interfaceID = "BFF0F554-C7A2-4DE8-B7C7-2CFA9D4C75FE"
private let unknownID = "00000000-0000-0000-C000-000000000046"

extension checker_uuid {
  /// Parses 32 hexadecimal digits, ignoring hyphens.
  fileprivate init(_ text: String) {
    self.init()
    withUnsafeMutableBytes(of: &self) { bytes in
      for (position, digit) in text.compactMap(\.hexDigitValue).prefix(32).enumerated() {
        bytes[position / 2] |= UInt8(digit) << (position % 2 == 0 ? 4 : 0)
      }
    }
  }

  fileprivate static func == (left: checker_uuid, right: checker_uuid) -> Bool {
    withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
  }
}
