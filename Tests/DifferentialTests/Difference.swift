import CanonicalText
import PropertyLists

/// A sample on which the two readers disagree.
struct Difference {
  let sample: Sample
  /// The result of our reader; nil if it rejects the file.
  let list: PropertyList?
  /// The error of our reader.
  let error: PropertyListError?
  let foundation: FoundationAnswers.Answer

  init?(_ sample: Sample, foundation: FoundationAnswers.Answer) {
    do {
      let list = try PropertyList.parse(
        sample.bytes, file: sample.name, as: sample.format == .strings ? .strings : .automatic)
      if foundation == .list(list.canonical) { return nil }
      (self.list, error) = (list, nil)
    } catch {
      if foundation == .error { return nil }
      (list, self.error) = (nil, error)
    }
    (self.sample, self.foundation) = (sample, foundation)
  }
}

extension Difference: CustomStringConvertible {
  var description: String {
    let ours = list.map { String(decoding: $0.canonical, as: UTF8.self) } ?? error?.description ?? ""
    let theirs =
      switch foundation {
      case .list(let text): String(decoding: text, as: UTF8.self)
      case .error: "refused"
      case .crash(let status): "the process ended with status \(status)"
      }
    let input = String(decoding: CanonicalText.string(sample.bytes), as: UTF8.self)
    return "\(sample.name)\n  ours:       \(ours)\n  Foundation: \(theirs)\n  input:      \(input)"
  }
}
