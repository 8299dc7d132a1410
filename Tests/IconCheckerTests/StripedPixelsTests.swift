import SampleFiles
import FileFacts
import Testing

@testable import IconChecker

/// The icon checker decodes the pixels that fixtures of policies contain.
@Suite struct StripedPixelsTests {
  @Test(arguments: [(1, 1), (2, 3), (16, 8), (57, 57), (300, 100)], [0, 2, 4, 6] as [UInt8])
  func decodes(_ size: (Int, Int), _ colorType: UInt8) throws {
    for isInterlaced in [false, true] {
      for isCgBI in [false, true] {
        var sample = SamplePNG()
        (sample.width, sample.height, sample.colorType) = (UInt32(size.0), UInt32(size.1), colorType)
        if isInterlaced { sample.methods = [0, 0, 1] }
        if isCgBI { sample.first = [("CgBI", [0x50, 0, 0x20, 0x06])] }
        sample.draw()
        let picture = try PNGDecoder.decode(sample.bytes)
        #expect(picture.width == size.0 && picture.height == size.1)
      }
    }
  }
}
