import Testing

@testable import IconChecker

@Suite struct ThumbnailTests {
  private static func thumbnail(_ width: Int, _ pixels: [[UInt8]], isPremultiplied: Bool = false) throws -> Thumbnail {
    let picture = Picture(
      width: width, height: pixels.count / width, pixels: Array(pixels.joined()), isPremultiplied: isPremultiplied,
      form: "", hasAlphaChannel: true)
    return Thumbnail(try #require(picture))
  }

  @Test(arguments: [(1, 1), (7, 7), (32, 32), (33, 32), (64, 32), (100, 32), (1000, 7), (1024, 32)])
  func spansCoverEverythingOnce(_ length: Int, _ count: Int) {
    var covered = [Float](repeating: 0, count: length)
    for span in BoxSpan.spans(of: length, in: count) {
      for (position, weight) in span.weights { covered[position] += weight }
      #expect(abs(span.weights.map(\.weight).reduce(0, +) - span.size) < 0.001)
    }
    #expect(covered.allSatisfy { abs($0 - 1) < 0.001 })
  }

  @Test func aSmallPictureKeepsItsPixels() throws {
    let thumbnail = try Self.thumbnail(2, [[255, 0, 51, 255], [255, 255, 255, 51]])
    #expect((thumbnail.width, thumbnail.height) == (2, 1))
    let expected: [Float] = [1, 0, 0.2, 1, 0.2, 0.2, 0.2, 0.2]
    #expect(zip(thumbnail.samples, expected).allSatisfy { abs($0 - $1) < 0.0001 })
  }

  @Test func multipliedColorsAreNotMultipliedAgain() throws {
    let straight = try Self.thumbnail(1, [[255, 0, 0, 51]])
    let multiplied = try Self.thumbnail(1, [[51, 0, 0, 51]], isPremultiplied: true)
    #expect(straight.distance(to: multiplied) < 0.0001)
    #expect(straight.distance(to: try Self.thumbnail(1, [[51, 0, 0, 51]])) > 0.03)
  }

  @Test func distances() throws {
    let black = try Self.thumbnail(1, [[0, 0, 0, 255]])
    let white = try Self.thumbnail(1, [[255, 255, 255, 255]])
    let nothing = try Self.thumbnail(1, [[255, 255, 255, 0]])
    #expect(black.distance(to: black) == 0)
    #expect(black.distance(to: white) == 0.75)
    #expect(nothing.distance(to: white) == 1)
    #expect(nothing.distance(to: black) == 0.25)
  }

  @Test func cellsAreMeans() throws {
    // 33 columns on 32 cells: each has one and a part of the next, in black and white by turns.
    let row = (0..<33).map { $0 % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] } as [[UInt8]]
    let thumbnail = try Self.thumbnail(33, row)
    #expect(thumbnail.width == 32)
    #expect(abs(thumbnail.samples[0] - 32.0 / 33.0) < 0.0001)
    #expect(abs(thumbnail.samples[4] - 2.0 / 33.0) < 0.0001)
  }

  @Test(arguments: [16, 17, 32, 45, 64, 96]) func sizeDoesNotMatter(_ side: Int) throws {
    let small = Thumbnail(try PNGDecoder.decode(Drawing.gradient.png(16)))
    #expect(Thumbnail(try PNGDecoder.decode(Drawing.gradient.png(side))).distance(to: small) < 0.005)
  }

  @Test func theOddOneIsFoundWhereverItStands() throws {
    for odd in 0..<4 {
      let outcome = try #require(
        OddOnesOut(count: 4, tolerance: 0.5) { $0 == odd || $1 == odd ? 0.75 : 0.25 })
      #expect(outcome.odd.map(\.index) == [odd] && outcome.odd.map(\.distance) == [0.75])
      #expect(outcome.reference == (odd == 0 ? 1 : 0))
    }
    #expect(OddOnesOut(count: 1, tolerance: 0) { _, _ in 1 } == nil)
    #expect(try #require(OddOnesOut(count: 2, tolerance: 0.5) { _, _ in 0.5 }).odd.isEmpty)
  }
}
