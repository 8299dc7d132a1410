import PolicySchema
import LuaRuntime

struct HostFunction: Sendable {
  typealias Body = @Sendable (PolicyHost, LuaCall, LuaAnswer) -> Void

  let name: String
  /// Nil for a word that declares something, which is documented elsewhere.
  let definition: APIFunction?
  private(set) var home = Home.global
  let traits: LuaState.Traits
  /// Position (from 1) of a message that is followed by format arguments; 0 for none.
  let formatAt: Int32
  let body: Body

  enum Home: Equatable {
    case global
    case library(String)
    /// Objects of this kind: `report.at`.
    case object(ObjectKind)
  }

  init(
    _ signature: String, _ summary: String, traits: LuaState.Traits = .init(), formatAt: Int32 = 0,
    _ body: @escaping Body
  ) {
    let definition = APIFunction(signature, summary)
    self.definition = definition
    name = definition.name
    (self.traits, self.formatAt, self.body) = (traits, formatAt, body)
  }

  init(_ word: APIWord) {
    let name = word.name
    self.name = name
    definition = nil
    traits = [.curried, .captures]
    formatAt = 0
    body = { host, call, answer in host.declarations.declare(name, call, answer) }
  }

  // MARK: All functions

  /// The functions of objects. They come first, so that the position is the registered number.
  static let ofObjects: [HostFunction] =
    found(reportMethods, in: .object(.report)) + found(acrossReportMethods, in: .object(.acrossReport))
    + found(historyMethods, in: .object(.history)) + found(sliceMethods, in: .object(.machOSlice))
    + found(fileMethods, in: .object(.file))
    + found(fixtureMethods, in: .object(.fixture)) + found(HostLibrary.keys.functions, in: .object(.keys))
    + found(uuidFunctions + textFunctions, in: .object(.shape))

  static let ofLibraries: [HostFunction] =
    [importModule] + shapeMakers + HostLibrary.plain.flatMap { found($0.functions, in: .library($0.name)) }

  private static func found(_ functions: [HostFunction], in home: Home) -> [HostFunction] {
    functions.map { function in
      var function = function
      function.home = home
      return function
    }
  }

  private static let objectNames = ofObjects.map { (home: $0.home, name: Array($0.name.utf8)) }

  /// The number of a function of this name that objects of this kind have, or nil.
  static func number(of name: UnsafeBufferPointer<UInt8>, in object: ObjectKind) -> UInt32? {
    objectNames.firstIndex { $0.home == .object(object) && $0.name.elementsEqual(name) }
      .map { UInt32(clamping: $0) }
  }
}

struct HostLibrary: Sendable {
  let name: String
  let summary: String
  /// The type of the entries that are not functions, and one such name, for documents.
  var index: (type: String, example: String, summary: String)?
  var isForTests = false
  let functions: [HostFunction]

  init(
    _ name: String, _ summary: String, index: (type: String, example: String, summary: String)? = nil,
    isForTests: Bool = false, _ functions: [HostFunction]
  ) {
    (self.name, self.summary, self.index, self.isForTests) = (name, summary, index, isForTests)
    self.functions = functions
  }

  static let all: [HostLibrary] = [version, plist, keys, bundles, glob, locale, set]

  /// The libraries that are plain Lua tables; `keys` is an object.
  fileprivate static let plain: [HostLibrary] = [version, plist, bundles, glob, locale, set, fixture]

  var definition: APIModule {
    APIModule(name, summary, isForTests: isForTests, index: index, functions: functions.compactMap(\.definition))
  }
}
