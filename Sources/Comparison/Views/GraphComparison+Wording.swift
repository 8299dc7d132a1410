import Basics
import Bundles

struct DifferenceLines {
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case changed = "~"
  }

  struct Line {
    let sign: Sign
    let name: String
    let before: String?
    let after: String?
  }

  struct Group {
    let title: String
    let lines: [Line]
  }

  let groups: [Group]

  init(_ difference: BundleDifference) {
    var groups = [
      Group(
        title: "bundle",
        lines: difference.facts.map { Self.line($0.name, before: $0.before, after: $0.after) }),
      Group(title: difference.new.infoPath ?? "values", lines: difference.info.map(Self.line)),
      Group(
        title: "localizations",
        lines: difference.removedLocalizations.map { Line(sign: .removed, name: $0, before: nil, after: nil) }
          + difference.addedLocalizations.map { Line(sign: .added, name: $0, before: nil, after: nil) }),
      Group(title: "entitlements", lines: difference.entitlements.map(Self.line)),
    ]
    groups += difference.documents.map { Group(title: $0.path, lines: $0.changes.map(Self.line)) }
    groups.append(Group(title: "files", lines: difference.files.map(Self.line)))
    self.groups = groups.filter { !$0.lines.isEmpty }
  }

  private static func line(_ name: String, before: String?, after: String?) -> Line {
    Line(sign: before == nil ? .added : after == nil ? .removed : .changed, name: name, before: before, after: after)
  }

  private static func line(_ change: ValueChange) -> Line {
    let excerpt = ValueExcerpt(change)
    return line(change.keyPath.isEmpty ? "all" : change.keyPath, before: excerpt.before, after: excerpt.after)
  }

  private static func line(_ change: FileChange) -> Line {
    guard let before = change.before, let after = change.after else {
      return line(change.path, before: change.before.map(describe), after: change.after.map(describe))
    }
    if before.type == after.type, before.type == .file {
      var (old, new): ([String], [String]) = ([], [])
      if before.size != after.size {
        old.append(counted(before.size ?? 0, "byte"))
        new.append(counted(after.size ?? 0, "byte"))
      } else if before.digest != after.digest {
        old.append("\(counted(before.size ?? 0, "byte")), sha256 \(before.digest?.prefix(12) ?? "")…")
        new.append("sha256 \(after.digest?.prefix(12) ?? "")…")
      }
      if before.isExecutable != after.isExecutable {
        old.append(before.isExecutable ? "executable" : "not executable")
        new.append(after.isExecutable ? "executable" : "not executable")
      }
      if before.image != after.image {
        old.append(before.image ?? "no image")
        new.append(after.image ?? "no image")
      }
      return line(change.path, before: old.joined(separator: ", "), after: new.joined(separator: ", "))
    }
    return line(change.path, before: describe(before), after: describe(after))
  }

  private static func describe(_ state: FileChange.State) -> String {
    switch state.type {
    case .directory: return "directory"
    case .symbolicLink: return "link to \(state.linkTarget ?? "?")"
    case .other: return "pipe, socket or device"
    case .file:
      return [counted(state.size ?? 0, "byte"), state.isExecutable ? "executable" : nil, state.image].compactMap { $0 }
        .joined(separator: ", ")
    }
  }
}

extension GraphComparison {
  /// The parts that were not compared, as a sentence without capital letter and period; nil if everything was.
  var ignoredText: String? {
    ignored.contains(.signature)
      ? "code signatures, entitlements, seals, notarization tickets and provisioning profiles were not compared" : nil
  }

  var conclusion: String {
    let count = changeCount
    if !errors.isEmpty {
      return "INCOMPLETE: \(counted(errors.count, "error")), \(counted(count, "difference")) found"
    }
    if count == 0 { return "SAME" }
    let bundles = pairs.count(where: \.isDifferent) + added.count + removed.count
    return "DIFFERENT: \(counted(count, "difference")) in \(counted(bundles, "bundle"))"
  }

  var rewrittenCount: Int { pairs.reduce(0) { $0 + $1.rewritten.count } }

  static func describe(_ bundle: Bundle) -> String {
    let version = [bundle.string("CFBundleShortVersionString"), bundle.string("CFBundleVersion").map { "(\($0))" }]
      .compactMap { $0 }.joined(separator: " ")
    return [bundle.identifier, version.isEmpty ? nil : version, bundle.kind.rawValue, bundle.platform?.rawValue]
      .compactMap { $0 }.joined(separator: ", ")
  }
}
