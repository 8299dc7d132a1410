import Basics
import BundleFacts
import Bundles
import LuaRuntime
import PropertyLists
import StructuredText

// The contents of a bundle's files, as rules read them: JSON as values with places, and plain text.
extension PolicyHost {
  /// The maximum size of a file that is read completely, in bytes. Real files in bundles have a few megabytes at most.
  static let contentLimit = 16 << 20

  /// Answers with the value of a JSON file. The price does not depend on whether another rule has read it.
  func readJSON(_ file: Int, _ answer: LuaAnswer) {
    let number = jsonDocument(objects.files[file], answer) { fail($0, answer) }
    if let number { self.answer(objects.documents[number].list.root, document: number, answer) }
  }

  /// The document of a JSON file; nil for a directory, and if it cannot be read: then `unreadable` is called, or the answer is an error.
  func jsonDocument(
    _ reference: GraphObjects.FileReference, _ answer: LuaAnswer, unreadable: (PropertyListError) -> Void
  ) -> Int? {
    chargeLookup(reference, answer)
    if let known = objects.document(reference, isJSON: true) {
      answer.charge(Self.price(ofJSON: objects.documents[known].list.sourceSize))
      return keep(known, answer) ? known : nil
    }
    guard let bytes = content(reference, answer) else { return nil }
    do throws(PropertyListError) {
      let list = try JSONReader.propertyList(bytes, file: reference.path)
      answer.charge(Self.price(ofJSON: list.sourceSize))
      let number = objects.add(list, reference, isJSON: true)
      return keep(number, answer) ? number : nil
    } catch {
      answer.charge(Self.price(ofJSON: bytes.count))
      unreadable(error)
      return nil
    }
  }

  func readText(_ file: Int, _ answer: LuaAnswer) {
    let reference = objects.files[file]
    chargeLookup(reference, answer)
    guard let bytes = content(reference, answer) else { return }
    answer.charge(UInt64(bytes.count) / 4)
    do throws(StructuredTextError) {
      answer.set(String(decoding: try PlainText.checked(bytes), as: UTF8.self))
    } catch {
      let place = "\(reference.path):\(error.place): error: "
      answer.fail(place + error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// The approximate price of reading: some 20 ns for each byte.
  private static func price(ofJSON count: Int) -> UInt64 { UInt64(max(0, count)) * 2 }

  private func chargeLookup(_ reference: GraphObjects.FileReference, _ answer: LuaAnswer) {
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    answer.charge(500 + files.price(to: reference.path))
  }

  /// All bytes of a file, or of a link's target; nil if it is not a regular file, and if the answer is an error.
  private func content(_ reference: GraphObjects.FileReference, _ answer: LuaAnswer) -> [UInt8]? {
    do throws(StorageError) {
      return try objects.graphs[reference.graph].bundles[reference.bundle].files.read(
        reference.path, limit: Self.contentLimit)
    } catch {
      if error.code == .notAFile { return nil }
      // Like any limit, this ends the rule.
      if error.code == .tooLarge {
        exceed(
          "limit.file-size", error.description,
          hint: "rules read whole files up to \(Self.contentLimit >> 20) MiB; leave larger ones to a checker", answer)
      } else {
        fail(error, answer)
      }
      return nil
    }
  }
}
