import Basics
package import CheckerABI

/// The factories of checkers, and the checkers that they make: CFPlugIn's registry (`CFPlugIn_Factory.c`).
///
/// Bundles register theirs from their Info.plist, or by a function of their code; a program registers those it is linked with by
/// `register`. Code is loaded when a checker is first asked for. Belongs to one thread at a time.
package final class CheckerRegistry {
  /// One checker bundle, loaded or not.
  final class PlugIn {
    let checker: TrustedChecker
    var code: CheckerCode?
    /// Objects that were made and not let go.
    var instances = 0
    /// Whether its code ran its registration.
    var isLoaded = false
    /// Why its code can't be used: its functions are not called a second time.
    var failure: PlugInError?
    /// Static registrations first, then those of its register function.
    var factories: [PlugInIdentifier] = []

    var path: String { checker.bundle.path }
    var registration: PlugInRegistration { checker.bundle.registration }

    init(_ checker: TrustedChecker) { self.checker = checker }
  }

  private struct Factory {
    /// Nil for a factory of the program's own.
    let plugIn: PlugIn?
    /// Nil until the code is loaded.
    var function: checker_factory_function?
    let name: String
  }

  private struct Entry {
    let instance: CheckerInstance
    let description: CheckerDescription
    let factory: PlugInIdentifier
    let plugIn: PlugIn?
  }

  private var plugIns: [PlugIn] = []
  private var refused: [RefusedChecker] = []
  private var factories: [PlugInIdentifier: Factory] = [:]
  /// Factories of the program's own, in the order registered.
  private var ownFactories: [PlugInIdentifier] = []
  /// What is wrong with one of them.
  private var ownFailure: PlugInError?
  private var types: [PlugInIdentifier: [PlugInIdentifier]] = [:]
  private var checkers: [String: Entry] = [:]
  /// Factories whose object has been made.
  private var made: Set<PlugInIdentifier> = []
  private let interfaces: [PlugInIdentifier]

  /// An empty registry.
  package convenience init() { self.init(interfaces: [.interface1]) }

  /// `interfaces`: those that objects are asked for, the newest first.
  init(interfaces: [PlugInIdentifier]) { self.interfaces = interfaces }

  deinit { letGo() }

  // MARK: Registration

  /// Registers what the bundles of `sources` say in their Info.plist. Nothing is loaded. A bundle that comes twice counts once, on the
  /// word of the first source. One that is malformed, or has a factory that is registered already, is refused; the others are used.
  ///
  /// `trustsLocked`: see `CheckerSettings`. Throws for a folder that can't be read.
  package func add(_ sources: [CheckerSource], trustsLocked: Bool = false) throws(PlugInError) {
    var known: Set<FileIdentity> = []
    // Two packs may bring along one checker.
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

  /// Registers a bundle, wholly or not at all; returns why not.
  func add(_ checker: TrustedChecker) -> PlugInError? {
    let plugIn = PlugIn(checker)
    do throws(PlugInError) {
      for factory in plugIn.registration.factories {
        try register(factory.identifier, Factory(plugIn: plugIn, function: nil, name: factory.function), by: plugIn)
      }
    } catch {
      for factory in plugIn.factories { factories[factory] = nil }
      return error
    }
    for factory in plugIn.registration.checkers { types[.checkerType, default: []].append(factory) }
    plugIns.append(plugIn)
    return nil
  }

  private func register(_ identifier: PlugInIdentifier, _ factory: Factory, by plugIn: PlugIn?) throws(PlugInError) {
    if let earlier = factories[identifier] {
      throw PlugInError(
        .registration,
        "the factory \(identifier) is already registered by \(earlier.plugIn?.path ?? "this program"); the first one is used",
        file: plugIn?.path,
        hint: "give each factory its own UUID; two copies of the same checker cannot be loaded together")
    }
    factories[identifier] = factory
    if let plugIn { plugIn.factories.append(identifier) } else { ownFactories.append(identifier) }
  }

  /// Registers a factory that is linked into the program, as `register_factory` does for a bundle's.
  package func register(
    factory identifier: PlugInIdentifier,
    function: @escaping @convention(c) (UnsafeRawPointer?, UnsafePointer<checker_uuid>?) -> UnsafeMutableRawPointer?
  ) throws(PlugInError) {
    try register(identifier, Factory(plugIn: nil, function: function, name: "\(identifier)"), by: nil)
  }

  /// Says that a registered factory makes objects of a type, as `register_type` does. Throws when there is no such factory.
  package func register(type: PlugInIdentifier, factory: PlugInIdentifier) throws(PlugInError) {
    guard factories[factory] != nil else {
      throw PlugInError(
        .registration, "there is no factory \(factory) to register for the type \(type)",
        hint: "register the factory first")
    }
    if !(types[type] ?? []).contains(factory) { types[type, default: []].append(factory) }
  }

  // MARK: Checkers

  /// What the checker that rules call `identifier` says of itself. Loads the code of the bundle whose identifier is that or the
  /// longest part of it, then, should that have no such checker, that of all others.
  ///
  /// Throws when there is none, and for whatever is wrong with one that may be it.
  package func description(of identifier: String) throws(PlugInError) -> CheckerDescription {
    try entry(identifier).description
  }

  /// The descriptions of all, sorted by identifier. Loads all code.
  package func descriptions() throws(PlugInError) -> [(bundle: CheckerBundle?, description: CheckerDescription)] {
    try makeOwn()
    for plugIn in plugIns { try load(plugIn) }
    return checkers.values.map { ($0.plugIn?.checker.bundle, $0.description) }
      .sorted { $0.1.identifier.utf8.lexicographicallyPrecedes($1.1.identifier.utf8) }
  }

  var trusted: [TrustedChecker] { plugIns.map(\.checker) }

  /// The bundles that may not be loaded, and why.
  package var refusals: [RefusedChecker] { refused }

  func check(_ identifier: String, _ session: CheckerSession) throws(PlugInError) {
    try entry(identifier).instance.check(session)
  }

  private func entry(_ identifier: String) throws(PlugInError) -> Entry {
    if let known = checkers[identifier] { return known }
    try makeOwn()
    if let own = checkers[identifier] { return own }
    func distance(_ plugIn: PlugIn) -> Int { Self.affinity(plugIn.checker.bundle.identifier, identifier) }
    var failure: PlugInError?
    for plugIn in Self.ordered(plugIns, for: identifier, by: \.checker.bundle.identifier) {
      do throws(PlugInError) {
        try load(plugIn)
      } catch {
        // That of a bundle that by its name should have it comes first.
        if distance(plugIn) > 0 { throw error }
        failure = failure ?? error
      }
      if let found = checkers[identifier] { return found }
    }
    throw Self.missing(identifier, failure, refused, among: Array(checkers.keys))
  }

  /// What may have a checker, that whose bundle's identifier is most like it first, else as before.
  static func ordered<Element>(
    _ elements: [Element], for identifier: String, by bundle: (Element) -> String
  ) -> [Element] {
    // Sorting keeps the order of what is alike.
    elements.enumerated().sorted { left, right in
      let (one, two) = (affinity(bundle(left.element), identifier), affinity(bundle(right.element), identifier))
      return one == two ? left.offset < right.offset : one > two
    }.map(\.element)
  }

  /// Why a checker isn't there: what is most likely to have it was refused or failed, or nothing has it.
  static func missing(
    _ identifier: String, _ failure: PlugInError?, _ refused: [RefusedChecker], among known: [String]
  ) -> PlugInError {
    let likely = refused.first { $0.identifier.map { affinity($0, identifier) > 0 } ?? false }
    return likely?.why ?? failure ?? refused.first?.why ?? unknown(identifier, among: known)
  }

  /// How many bytes of a checker's identifier a bundle's is: 0 when it is no part of it.
  static func affinity(_ bundle: String, _ checker: String) -> Int {
    let isPart = checker == bundle || checker.hasPrefix(bundle + ".")
    return isPart ? bundle.utf8.count : 0
  }

  /// The error for a checker that has the identifier of another, which is in the bundle `owner` or this program.
  static func taken(_ identifier: String, by owner: String?, file: String) -> PlugInError {
    PlugInError(
      .registration, "the checker '\(identifier)' is already registered by \(owner ?? "this program")", file: file,
      hint: "give each checker its own identifier", checker: identifier)
  }

  static func unknown(_ identifier: String, among known: [String]) -> PlugInError {
    let names = known.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

  /// Loads the code of a bundle, once, and makes those of its checkers that are not there. All of them or none: one of a bundle that
  /// is unfit is not used because it was asked for in another order.
  private func load(_ plugIn: PlugIn) throws(PlugInError) {
    if let failure = plugIn.failure { throw failure }
    do throws(PlugInError) {
      if !plugIn.isLoaded { try register(plugIn) }
      for factory in plugIn.factories { try make(factory) }
    } catch {
      plugIn.failure = error
      let made = checkers.filter { $0.value.plugIn === plugIn }.keys
      for identifier in made { _ = remove(identifier) }
      plugIn.instances = 0
      throw error
    }
  }

  /// Loads code and lets it register its factories.
  private func register(_ plugIn: PlugIn) throws(PlugInError) {
    // What lies there now is what is loaded: it may have been changed since it was first looked at.
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
    plugIn.isLoaded = true
  }

  /// Makes the checker of a factory, if it is one of the type of checkers.
  private func make(_ identifier: PlugInIdentifier) throws(PlugInError) {
    guard let factory = factories[identifier], let function = factory.function,
      (types[.checkerType] ?? []).contains(identifier), made.insert(identifier).inserted
    else { return }
    let place = factory.plugIn?.path ?? "this program"
    let instance = try CheckerInstance(function, identifier, of: place, interfaces: interfaces)
    factory.plugIn?.instances += 1
    do throws(PlugInError) {
      let description = try instance.describe()
      if let earlier = checkers[description.identifier] {
        throw Self.taken(description.identifier, by: earlier.plugIn?.path, file: place)
      }
      checkers[description.identifier] = Entry(
        instance: instance, description: description, factory: identifier, plugIn: factory.plugIn)
    } catch {
      factory.plugIn?.instances -= 1
      throw error
    }
  }

  // MARK: Dynamic registration

  /// What a register function's calls end up in.
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

  /// Those of functions that have returned; a checker may call what it was given at any time.
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
          try registrar.registry.register(
            identifier, Factory(plugIn: registrar.plugIn, function: function, name: "\(identifier)"),
            by: registrar.plugIn)
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

  /// Lets a checker's object go. With the last of a bundle its code is unloaded, after its unload function was called; it is loaded
  /// again when the checker is asked for again.
  package func release(_ identifier: String) {
    guard let plugIn = remove(identifier) else { return }
    plugIn.instances -= 1
    if plugIn.instances == 0 { unload(plugIn) }
  }

  /// Apart, so that the object is gone when it returns: its own release needs the code.
  private func remove(_ identifier: String) -> PlugIn? {
    guard let entry = checkers.removeValue(forKey: identifier) else { return nil }
    made.remove(entry.factory)
    return entry.plugIn
  }

  /// Unloads a bundle's code. Throws `inUse` while it has objects.
  package func unload(_ path: String) throws(PlugInError) {
    guard let plugIn = plugIns.first(where: { $0.path == path }), plugIn.code != nil else {
      throw PlugInError(.notFound, "no code of this checker bundle is loaded", file: path)
    }
    if plugIn.instances > 0 {
      throw PlugInError(
        .inUse,
        "the code cannot be unloaded: it still has \(counted(plugIn.instances, "object"))",
        file: path, hint: "release its checkers first")
    }
    unload(plugIn)
  }

  /// Whether the code of a bundle is loaded.
  package func isLoaded(_ path: String) -> Bool { plugIns.contains { $0.path == path && $0.code != nil } }

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
    plugIn.code = nil
    plugIn.isLoaded = false
    // What its register function registered it registers again.
    let own = Set(plugIn.registration.factories.map(\.identifier))
    for factory in plugIn.factories where !own.contains(factory) {
      factories[factory] = nil
      types = types.mapValues { $0.filter { $0 != factory } }
    }
    plugIn.factories.removeAll { !own.contains($0) }
  }

  /// Lets all objects go, then all code.
  private func letGo() {
    checkers.removeAll()
    for plugIn in plugIns where plugIn.code != nil {
      plugIn.instances = 0
      unload(plugIn)
    }
  }
}
