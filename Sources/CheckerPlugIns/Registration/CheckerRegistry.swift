import Basics
package import CheckerABI
internal import PropertyLists

/// The factories of checkers, and the checkers that they create: CFPlugIn's registry (`CFPlugIn_Factory.c`).
///
/// Bundles register factories in their Info.plist, or by a function of their code; a program registers those that it
/// is linked with by `register`. Code is loaded when a checker is first needed. Only one thread at a time may use a
/// registry.
package final class CheckerRegistry: CheckerHost {
  final class PlugIn {
    let checker: TrustedChecker
    var code: CheckerCode?
    var failure: PlugInError?
    /// Static registrations first, then the register function's.
    var factories: [PlugInIdentifier] = []

    var path: String { checker.bundle.path }
    var registration: PlugInRegistration { checker.bundle.registration }

    init(_ checker: TrustedChecker) { self.checker = checker }
  }

  private struct Factory {
    /// Nil for a factory of the program itself.
    let plugIn: PlugIn?
    /// Nil until the code is loaded.
    var function: checker_factory_function?
  }

  private struct Entry {
    let instance: CheckerInstance
    let description: CheckerDescription
    let plugIn: PlugIn?
  }

  private var plugIns: [PlugIn] = []
  private(set) var refused: [RefusedChecker] = []
  private var factories: [PlugInIdentifier: Factory] = [:]
  private var ownFactories: [PlugInIdentifier] = []
  private var ownFailure: PlugInError?
  private var types: [PlugInIdentifier: [PlugInIdentifier]] = [:]
  private var checkers: [String: Entry] = [:]
  /// The factories whose object has been created.
  private var made: Set<PlugInIdentifier> = []
  private let interfaces: [PlugInIdentifier]

  package convenience init() { self.init(interfaces: [.interface1]) }

  /// `interfaces`: those that objects are asked for, the newest first.
  init(interfaces: [PlugInIdentifier]) { self.interfaces = interfaces }

  deinit {
    // The release of an object needs its code.
    checkers.removeAll()
    for plugIn in plugIns { unload(plugIn) }
  }

  // MARK: Registration

  /// Registers the bundles of `sources` by their Info.plist, without loading them. A bundle that occurs twice counts
  /// once, with the trust of the first source. A bundle that is malformed, or has a factory that is already
  /// registered, is refused; the others are used.
  ///
  /// `trustsLocked`: see `CheckerSettings`. Throws for a folder that cannot be read.
  package func add(_ sources: [CheckerSource], trustsLocked: Bool = false) throws(PlugInError) {
    var known: Set<FileIdentity> = []
    // Two packs may contain the same checker.
    var digests: Set<String> = []
    for source in sources {
      let (trusted, refused) = try source.checkers(but: known, trustsLocked: trustsLocked)
      for checker in trusted where known.insert(FileIdentity(checker.bundle.path)).inserted {
        if case .pack = source, let digest = checker.digest, !digests.insert(digest).inserted { continue }
        if let refusal = add(checker) { self.refused.append(RefusedChecker(checker.bundle, refusal, isFault: true)) }
      }
      self.refused += refused
    }
  }

  /// Registers a bundle completely or not at all; returns why not.
  func add(_ checker: TrustedChecker) -> PlugInError? {
    let plugIn = PlugIn(checker)
    do throws(PlugInError) {
      for factory in plugIn.registration.factories {
        try register(factory.identifier, Factory(plugIn: plugIn))
      }
    } catch {
      for factory in plugIn.factories { factories[factory] = nil }
      return error
    }
    for factory in plugIn.registration.checkers { types[.checkerType, default: []].append(factory) }
    plugIns.append(plugIn)
    return nil
  }

  private func register(_ identifier: PlugInIdentifier, _ factory: Factory) throws(PlugInError) {
    if let earlier = factories[identifier] {
      throw PlugInError(
        .registration,
        "the factory \(identifier) is already registered by \(earlier.plugIn?.path ?? "this program"); the first one is used",
        file: factory.plugIn?.path,
        hint: "give each factory its own UUID; two copies of the same checker cannot be loaded together")
    }
    factories[identifier] = factory
    if let plugIn = factory.plugIn { plugIn.factories.append(identifier) } else { ownFactories.append(identifier) }
  }

  /// Registers a factory that is linked into the program, as `register_factory` does for a bundle's.
  package func register(
    factory identifier: PlugInIdentifier,
    function: @escaping @convention(c) (UnsafeRawPointer?, UnsafePointer<checker_uuid>?) -> UnsafeMutableRawPointer?
  ) throws(PlugInError) {
    try register(identifier, Factory(plugIn: nil, function: function))
  }

  /// Declares that a registered factory creates objects of a type, as `register_type` does. Throws if there is no
  /// such factory.
  package func register(type: PlugInIdentifier, factory: PlugInIdentifier) throws(PlugInError) {
    guard factories[factory] != nil else {
      throw PlugInError(
        .registration, "there is no factory \(factory) to register for the type \(type)",
        hint: "register the factory first")
    }
    if !(types[type] ?? []).contains(factory) { types[type, default: []].append(factory) }
  }

  // MARK: Checkers

  /// The description of the checker that rules call `identifier`. Loads the bundle whose identifier is the same or
  /// its longest prefix; if it has no such checker, loads all others.
  ///
  /// Throws if there is none, and for any error of a bundle that may contain it.
  package func description(of identifier: String) throws(PlugInError) -> CheckerDescription {
    try entry(identifier).description
  }

  /// Loads all code.
  package func descriptions() throws(PlugInError) -> [(bundle: String?, description: CheckerDescription)] {
    try makeOwn()
    for plugIn in plugIns { try load(plugIn) }
    return checkers.values.map { ($0.plugIn?.path, $0.description) }.sorted(byBytesOf: \.description.identifier)
  }

  var trusted: [TrustedChecker] { plugIns.map(\.checker) }

  func check(
    _ identifier: String, bundle: Int, of graph: any CheckerGraph, options: PropertyList, isExplaining: Bool
  ) throws(PlugInError) -> CheckerOutcome {
    let session = CheckerSession(graph: graph, subject: bundle, options: options, isExplaining: isExplaining)
    try check(identifier, session)
    return session.outcome
  }

  func check(_ identifier: String, _ session: CheckerSession) throws(PlugInError) {
    try entry(identifier).instance.check(session)
  }

  /// Unloading follows the last use of the registry, and has no errors here.
  func finish() -> [PlugInError] { [] }

  private func entry(_ identifier: String) throws(PlugInError) -> Entry {
    if let known = checkers[identifier] { return known }
    try makeOwn()
    if let own = checkers[identifier] { return own }
    var failure: PlugInError?
    for plugIn in Self.ordered(plugIns, for: identifier, by: \.checker.bundle.identifier) {
      do throws(PlugInError) {
        try load(plugIn)
      } catch {
        // The error of the bundle that by its name should contain the checker comes first.
        if Self.affinity(plugIn.checker.bundle.identifier, identifier) > 0 { throw error }
        failure = failure ?? error
      }
      if let found = checkers[identifier] { return found }
    }
    throw Self.missing(identifier, failure, refused, among: Array(checkers.keys))
  }

  /// Sorts elements by how likely they contain a checker: those first whose bundle identifier has the most in common
  /// with it.
  static func ordered<Element>(
    _ elements: [Element], for identifier: String, by bundle: (Element) -> String
  ) -> [Element] {
    elements.sorted { affinity(bundle($0), identifier) > affinity(bundle($1), identifier) }
  }

  /// The error for a checker that was not found: the error of the bundle that most likely contains it, or a general one.
  static func missing(
    _ identifier: String, _ failure: PlugInError?, _ refused: [RefusedChecker], among known: [String]
  ) -> PlugInError {
    let likely = refused.first { $0.identifier.map { affinity($0, identifier) > 0 } ?? false }
    return likely?.why ?? failure ?? refused.first?.why ?? unknown(identifier, among: known)
  }

  /// How many bytes of a checker's identifier a bundle's covers: 0 if it is not a prefix.
  static func affinity(_ bundle: String, _ checker: String) -> Int {
    let isPart = checker == bundle || checker.hasPrefix(bundle + ".")
    return isPart ? bundle.utf8.count : 0
  }

  static func taken(_ identifier: String, by owner: String?, file: String) -> PlugInError {
    PlugInError(
      .registration, "the checker '\(identifier)' is already registered by \(owner ?? "this program")", file: file,
      hint: "give each checker its own identifier", checker: identifier)
  }

  static func unknown(_ identifier: String, among known: [String]) -> PlugInError {
    let names = known.sortedByBytes()
    let nearest = SpellingCorrector.suggestion(for: identifier, among: names)
    return PlugInError(
      .notFound, "there is no checker '\(identifier)'\(nearest)",
      hint: names.isEmpty
        ? "name the folder that contains it with --plugins DIR" : "known checkers: \(names.joined(separator: ", "))",
      checker: identifier)
  }

  private func makeOwn() throws(PlugInError) {
    if let ownFailure { throw ownFailure }
    do throws(PlugInError) {
      for factory in ownFactories { try make(factory) }
    } catch {
      ownFailure = error
      throw error
    }
  }

  /// Loads the code of a bundle once, and creates its missing checkers: all of them, or none, so that the result does
  /// not depend on the order of requests.
  private func load(_ plugIn: PlugIn) throws(PlugInError) {
    if let failure = plugIn.failure { throw failure }
    do throws(PlugInError) {
      if plugIn.code == nil { try register(plugIn) }
      for factory in plugIn.factories { try make(factory) }
    } catch {
      plugIn.failure = error
      checkers = checkers.filter { $0.value.plugIn !== plugIn }
      throw error
    }
  }

  private func register(_ plugIn: PlugIn) throws(PlugInError) {
    // The files on disk are loaded: they may have changed since they were verified.
    try plugIn.checker.verify()
    let code = try CheckerCode(plugIn.checker.bundle)
    plugIn.code = code
    for factory in plugIn.registration.factories {
      factories[factory.identifier]?.function = try code.function(factory.function, as: checker_factory_function.self)
    }
    if let name = plugIn.registration.registerFunction {
      try registerDynamically(plugIn, try code.function(name, as: checker_plug_in_function.self), name)
    }
    if let name = plugIn.registration.unloadFunction {
      _ = try code.function(name, as: checker_plug_in_function.self)
    }
  }

  private func make(_ identifier: PlugInIdentifier) throws(PlugInError) {
    guard let factory = factories[identifier], let function = factory.function,
      (types[.checkerType] ?? []).contains(identifier), made.insert(identifier).inserted
    else { return }
    let place = factory.plugIn?.path ?? "this program"
    let instance = try CheckerInstance(function, identifier, of: place, interfaces: interfaces)
    let description = try instance.describe()
    if let earlier = checkers[description.identifier] {
      throw Self.taken(description.identifier, by: earlier.plugIn?.path, file: place)
    }
    checkers[description.identifier] = Entry(instance: instance, description: description, plugIn: factory.plugIn)
  }

  // MARK: Dynamic registration

  private final class Registrar {
    unowned let registry: CheckerRegistry
    let plugIn: PlugIn
    var isOpen = true
    var failure: PlugInError?

    init(_ registry: CheckerRegistry, _ plugIn: PlugIn) {
      self.registry = registry
      self.plugIn = plugIn
    }

    func attempt(_ body: () throws(PlugInError) -> Void) -> PlugInError? {
      guard isOpen else {
        return PlugInError(
          .registration, "it called a registration function after its register function returned", file: plugIn.path)
      }
      do throws(PlugInError) {
        try body()
        return nil
      } catch {
        failure = failure ?? error
        return error
      }
    }
  }

  /// Registrars of functions that have returned: a checker may use them at any time.
  private var registrars: [Registrar] = []

  private func registerDynamically(
    _ plugIn: PlugIn, _ function: checker_plug_in_function, _ name: String
  ) throws(PlugInError) {
    let registrar = Registrar(self, plugIn)
    registrars.append(registrar)
    withPlugIn(registrar) { function($0) }
    registrar.isOpen = false
    if let failure = registrar.failure {
      throw PlugInError(
        failure.code, failure.message, file: plugIn.path, hint: failure.hint, checker: failure.checker)
    }
    guard plugIn.factories.contains(where: { (types[.checkerType] ?? []).contains($0) }) else {
      throw PlugInError(
        .registration, "the function '\(name)' registered no factory of checkers", file: plugIn.path,
        hint: "call register_factory, then register_type with CHECKER_TYPE_ID")
    }
  }

  private func withPlugIn(_ registrar: Registrar, _ body: (UnsafePointer<checker_plug_in>) -> Void) {
    var plugIn = checker_plug_in(
      size: UInt32(MemoryLayout<checker_plug_in>.size), abi_version: UInt32(interfaces.count),
      context: Unmanaged.passUnretained(registrar).toOpaque(),
      register_factory: { context, identifier, function in
        guard let context, let function else { return Int32(CHECKER_INVALID.rawValue) }
        let registrar = Unmanaged<Registrar>.fromOpaque(context).takeUnretainedValue()
        let identifier = PlugInIdentifier(identifier)
        let failure = registrar.attempt { () throws(PlugInError) in
          try registrar.registry.register(identifier, Factory(plugIn: registrar.plugIn, function: function))
        }
        return Int32((failure == nil ? CHECKER_OK : CHECKER_INVALID).rawValue)
      },
      register_type: { context, type, factory in
        guard let context else { return Int32(CHECKER_INVALID.rawValue) }
        let registrar = Unmanaged<Registrar>.fromOpaque(context).takeUnretainedValue()
        let failure = registrar.attempt { () throws(PlugInError) in
          try registrar.registry.register(type: PlugInIdentifier(type), factory: PlugInIdentifier(factory))
        }
        return Int32((failure == nil ? CHECKER_OK : CHECKER_ABSENT).rawValue)
      })
    withExtendedLifetime(registrar) { withUnsafePointer(to: &plugIn) { body($0) } }
  }

  // MARK: Unloading

  private func unload(_ plugIn: PlugIn) {
    guard let code = plugIn.code else { return }
    if let name = plugIn.registration.unloadFunction,
      let function = try? code.function(name, as: checker_plug_in_function.self)
    {
      let registrar = Registrar(self, plugIn)
      registrar.isOpen = false
      withPlugIn(registrar) { function($0) }
    }
    code.unload()
  }
}
