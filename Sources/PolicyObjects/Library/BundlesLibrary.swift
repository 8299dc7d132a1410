import Basics
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists

extension HostLibrary {
  static let bundles = HostLibrary(
    "bundles", "Files and resources of a bundle.", reading + languages + infoStrings + listing)

  private static let reading: [HostFunction] = [
    HostFunction(
      "read(bundle: Bundle, path: string): table?",
      """
      Reads a property list or strings file of the bundle; nil if it does not exist. A binary file above 256 KiB is \
      decoded as the rule reads it: a defect in it ends the rule with an error, even inside `pcall`.
      """
    ) { host, call, answer in
      let number = document(
        "bundles.read(bundle, path)", host, call, answer, missing: { host.fail($0, answer) },
        unreadable: { host.fail($0, answer) })
      if let number { host.answer(host.objects.documents[number].list.root, document: number, answer) }
    },
    HostFunction(
      "problem(bundle: Bundle, path: string): Problem?",
      """
      Returns why `bundles.read` cannot read the file, as `{ code, message, line, column }`; nil if it can, or if the file does not exist. A \
      file that cannot be opened, such as a link out of the bundle, has a problem. \
      A file whose name ends in `.json` is read as JSON, as by the field `json` of a file.
      """
    ) { host, call, answer in
      let usage = "bundles.problem(bundle, path)"
      func tell(_ error: PropertyListError) {
        if error.isLimit { return host.fail(error, answer) }
        answer.set(problem.record(of: error))
      }
      guard case .string(let path) = call[1], path.hasSuffix(".json"),
        let (node, bundle) = subject(host, call[0], usage, answer)
      else {
        _ = document(
          usage, host, call, answer, isKept: false,
          missing: { error in
            if error.isLimit { return host.fail(error, answer) }
            answer.set(unopened.record(of: error))
          }, unreadable: tell)
        return
      }
      host.charge(forPath: path, in: bundle.files, answer)
      do throws(StorageError) { _ = try bundle.files.status(path) } catch {
        if error.isAbsence { return host.note(file: path, of: node, isPresent: false) }
        return error.code.isLimit ? host.fail(error, answer) : answer.set(unopened.record(of: error))
      }
      host.note(file: path, of: node, isPresent: true)
      let reference = GraphObjects.FileReference(graph: Int(node.owner), bundle: bundle.index, path: path)
      _ = host.jsonDocument(reference, answer, unreadable: tell)
    },
    HostFunction(
      "resource(bundle: Bundle, name: string, type?: string, language?: string): string?",
      "Returns the path of the resource that the platform uses for the language; nil if there is none."
    ) { host, call, answer in
      let usage = "bundles.resource(bundle, name, type, language)"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      guard case .string(let name) = call[1] else { return answer.fail("\(usage): the name must be a string") }
      for position in 2...3 where call[position] != .nil && call[position].string == nil {
        return answer.fail("\(usage): type and language must be strings")
      }
      host.charge(resourcesOf: bundle, [name, call[2].string ?? "", call[3].string ?? ""], answer)
      do throws(StorageError) {
        if let path = try bundle.resource(named: name, ofType: call[2].string, language: call[3].string) {
          host.note(file: path, of: node, isPresent: true)
          answer.set(path)
        } else {
          host.note(file: [name, call[2].string ?? ""].joined(separator: "."), of: node, isPresent: false)
        }
      } catch {
        host.fail(error, answer)
      }
    },
  ]

  private static let listing: [HostFunction] = [
    HostFunction(
      "exists(bundle: Bundle, path: string): boolean",
      "Returns whether a file with exactly this name exists. A path that leaves the bundle, directly or through a link, does not exist."
    ) { host, call, answer in
      let usage = "bundles.exists(bundle, path)"
      guard let (node, bundle) = subject(host, call[0], usage, answer) else { return }
      guard case .string(let path) = call[1] else { return answer.fail("\(usage): the path must be a string") }
      do throws(StorageError) {
        answer.charge(200)
        host.charge(forPath: path, in: bundle.files, answer)
        _ = try bundle.files.status(path)
        host.note(file: path, of: node, isPresent: true)
        answer.set(true)
      } catch {
        host.note(file: path, of: node, isPresent: false)
        if error.isUnresolvable { answer.set(false) } else { host.fail(error, answer) }
      }
    },
    HostFunction(
      "walk(bundle: Bundle, pattern?: string): string[]",
      "Returns the paths of all files in the bundle, or of those that match the pattern."
    ) { host, call, answer in
      if let (_, found) = matches("bundles.walk(bundle, pattern)", host, call, answer) {
        answer.set(.list(found.map { .string($0.path) }))
      }
    },
    files, code, components,
  ]

  /// The files of a bundle that match the pattern, or one of several patterns, in the arguments of a function; all without a pattern; nil
  /// if the call fails.
  static func matches(
    _ usage: String, _ host: PolicyHost, _ call: LuaCall, _ answer: LuaAnswer
  ) -> (bundle: LuaNode, files: [FileTree.Entry])? {
    guard let (node, bundle) = subject(host, call[0], usage, answer) else { return nil }
    return matches(usage, host, node, bundle, call[1], answer).map { (node, $0) }
  }

  static func matches(
    _ usage: String, _ host: PolicyHost, _ node: LuaNode, _ bundle: Bundle, _ patterns: LuaValue, _ answer: LuaAnswer
  ) -> [FileTree.Entry]? {
    func fail() -> [FileTree.Entry]? {
      answer.fail("\(usage): the pattern must be a string")
      return nil
    }
    do throws(StorageError) {
      switch patterns {
      case .nil:
        let all = try bundle.files.all()
        host.note(files: nil, count: all.count, of: node)
        answer.charge(UInt64(all.count))
        return all
      case .string(let pattern):
        return try matches(pattern, of: bundle, node, usage, host, answer)
      case .table(let table) where table.isList && !table.entries.isEmpty:
        var found: [FileTree.Entry] = []
        for entry in table.entries {
          guard case .string(let pattern) = entry.value else { return fail() }
          guard let some = try matches(pattern, of: bundle, node, usage, host, answer) else { return nil }
          answer.charge(UInt64(some.count))
          guard answer.charged <= workLimit else {
            answer.charge(.max)
            return nil
          }
          found = merged(found, some)
        }
        return found
      default: return fail()
      }
    } catch {
      host.fail(error, answer, saying: "the files cannot be listed: \(error.description)")
      return nil
    }
  }

  /// The union of two sorted lists, sorted.
  private static func merged(_ one: [FileTree.Entry], _ other: [FileTree.Entry]) -> [FileTree.Entry] {
    if one.isEmpty || other.isEmpty { return one.isEmpty ? other : one }
    var both: [FileTree.Entry] = []
    both.reserveCapacity(one.count + other.count)
    var rest = other[...]
    for entry in one {
      while let next = rest.first, next.path.precedesInBytes(entry.path) {
        both.append(next)
        rest.removeFirst()
      }
      if rest.first?.path.hasSameBytes(as: entry.path) == true { rest.removeFirst() }
      both.append(entry)
    }
    return both + rest
  }

  private static func matches(
    _ pattern: String, of bundle: Bundle, _ node: LuaNode, _ usage: String, _ host: PolicyHost, _ answer: LuaAnswer
  ) throws(StorageError) -> [FileTree.Entry]? {
    guard pattern.utf8.count <= workLimit else {
      answer.charge(.max)
      return nil
    }
    answer.charge(UInt64(pattern.utf8.count))
    guard let glob = host.walks.glob(pattern) else {
      answer.fail("\(usage): '\(pattern)' is not a pattern: a '[' has no ']'")
      return nil
    }
    guard let walk = try host.search(glob, pattern, of: bundle, node) else {
      answer.charge(.max)
      return nil
    }
    host.note(files: pattern, count: walk.files.count, of: node)
    answer.charge(walk.fuel)
    return walk.files
  }

  private static let unopened = ObjectSchema<StorageError>(
    record: "Problem", "",
    [
      .text("code", "") { $0.code.rawValue },
      .text("message", "") { $0.description },
    ])

  static let problem = ObjectSchema<PropertyListError>(
    record: "Problem", "Why a property list, strings or JSON file cannot be read.",
    [
      .text("code", "The kind of problem: `text.missing-semicolon`, …") { $0.code.rawValue },
      .text("message", "In words.") { error in error.message + (error.hint.map { "; \($0)" } ?? "") },
      .integer("line?", "The line, from 1; nil in a binary file.") { $0.place.line },
      .integer("column?", "From 1.") { $0.place.column },
    ])

  /// The property list or strings file at a path of a bundle, both arguments of a function. Returns nil if it does not exist, cannot be
  /// opened (calls `missing`), cannot be read (calls `unreadable`), is not to be kept, or the call fails.
  private static func document(
    _ usage: String, _ host: PolicyHost, _ call: LuaCall, _ answer: LuaAnswer, isKept: Bool = true,
    missing: (StorageError) -> Void, unreadable: (PropertyListError) -> Void
  ) -> Int? {
    guard let (node, bundle) = subject(host, call[0], usage, answer) else { return nil }
    guard case .string(let path) = call[1] else {
      answer.fail("\(usage): the path must be a string")
      return nil
    }
    let reference = GraphObjects.FileReference(graph: Int(node.owner), bundle: bundle.index, path: path)
    switch document(reference, in: bundle.files, host, answer) {
    case .known(let number): return isKept && host.keep(number, answer) ? number : nil
    case .read(let list):
      // Rules that only ask whether files can be read iterate over all of a bundle.
      guard isKept else { return nil }
      let number = host.objects.add(list, reference)
      return host.keep(number, answer) ? number : nil
    case .missing(let error):
      if !error.isAbsence { missing(error) }
      return nil
    case .unreadable(let error):
      unreadable(error)
      return nil
    }
  }

  enum DocumentReading {
    /// It has been read before: the number of the document.
    case known(Int)
    case read(PropertyList)
    case unreadable(PropertyListError)
    case missing(StorageError)
  }

  /// Reads a property list or strings file of a bundle, for the price of doing so. `entry` is the file's entry from a walk.
  static func document(
    _ reference: GraphObjects.FileReference, entry: FileTree.Entry? = nil, in files: FileTree, _ host: PolicyHost,
    _ answer: LuaAnswer
  ) -> DocumentReading {
    let (path, node) = (reference.path, host.objects.node(bundle: reference.bundle, graph: reference.graph))
    host.charge(forPath: path, entry: entry, in: files, answer)
    if let known = host.objects.document(reference) {
      host.note(file: path, of: node, isPresent: true)
      // The price of the first reading: a rule's price must not depend on earlier rules.
      answer.charge(price(of: host.objects.documents[known].list))
      return .known(known)
    }
    let source: any ByteSource
    do throws(StorageError) {
      source = try files.source(of: path)
      host.note(file: path, of: node, isPresent: true)
    } catch {
      host.note(file: path, of: node, isPresent: false)
      return .missing(error)
    }
    do throws(PropertyListError) {
      let list = try propertyList(in: source, path)
      answer.charge(price(of: list))
      return .read(list)
    } catch {
      answer.charge(price(ofUnreadable: source))
      return .unreadable(error)
    }
  }

  private static func propertyList(in source: any ByteSource, _ path: String) throws(PropertyListError) -> PropertyList
  {
    var limits = Limits.documents
    // Data that has to be read from its start, such as an entry of an archive, has the limit of every file read from one.
    if source.isSequential { limits.maximumFileSize = FileTree.defaultReadLimit }
    return try PropertyList.open(
      source, file: path, hint: path.hasSuffix(".strings") ? .strings : .automatic, limits: limits)
  }

  /// Finding out that a file cannot be read takes as long as reading it.
  private static func price(ofUnreadable source: any ByteSource) -> UInt64 {
    UInt64(min(source.count, FileTree.defaultReadLimit)) / 2
  }

  static func price(of list: PropertyList) -> UInt64 { UInt64(list.byteSize / 16) }

  static func subject(
    _ host: PolicyHost, _ value: LuaValue, _ usage: String, _ answer: LuaAnswer
  ) -> (LuaNode, Bundle)? {
    guard case .node(let node) = value, node.kind == ObjectKind.bundle.rawValue, let bundle = host.objects.bundle(node)
    else {
      answer.fail("\(usage) needs a bundle, found \(host.description(of: value))")
      return nil
    }
    return (node, bundle)
  }
}
