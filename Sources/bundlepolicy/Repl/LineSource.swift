/// Where the lines come from that a person, or a script, has to say.
protocol LineSource {
  /// The next line, without its end. The prompt is shown where that is of use.
  mutating func next(prompt: String) -> NextLine
}

/// What came when a line was asked for.
enum NextLine {
  case line(String)
  case end
  /// Control-C: what has been typed is thrown away.
  case interrupted
  /// Nothing more can be read; the text says why.
  case broken(String)
}
