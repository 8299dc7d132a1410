/// A number and what is counted: `1 rule`, `2 rules`. The plural is the singular with an `s` where none is given.
package func counted(_ number: some BinaryInteger, _ singular: String, _ plural: String? = nil) -> String {
  "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
}
