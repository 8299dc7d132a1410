import Basics
import PropertyLists
import Testing

@Suite final class FileTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/propertylists-XXXXXX".utf8CString)
    folder = try template.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      return String(cString: try #require(mkdtemp(base)))
    }
  }

  deinit {
    for name in ["a", "fifo", "link", "folder"] { remove(folder + "/" + name) }
    rmdir(folder)
  }

  private func write(_ bytes: [UInt8]) throws -> String {
    let path = folder + "/a"
    let file = try #require(fopen(path, "wb"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }

  private func code(_ path: String, _ limits: Limits = .default) -> String? {
    do {
      _ = try PropertyList.read(path: path, limits: limits)
      return nil
    } catch { return error.code.rawValue }
  }

  @Test func regularFilesAndLinks() throws {
    let path = try write(Array("a = b;".utf8))
    #expect(render(try PropertyList.read(path: path)) == "{a: 'b'}")
    #expect(try PropertyList.read(path: path).file == path)
    #expect(try PropertyList.read(path: path, file: "x/y").file == "x/y")
    symlink(path, folder + "/link")
    #expect(render(try PropertyList.read(path: folder + "/link")) == "{a: 'b'}")
  }

  @Test func everythingElseIsRefusedAtOnce() {
    mkfifo(folder + "/fifo", 0o600)
    mkdir(folder + "/folder", 0o700)
    #expect(code(folder + "/fifo") == "file.not-regular")
    #expect(code(folder + "/folder") == "file.not-regular")
    #expect(code("/dev/zero") == "file.not-regular")
    #expect(code("/dev/null") == "file.not-regular")
    #expect(code(folder + "/none") == "file.unreadable")
    #expect(code(folder + "/no\0ne") == "file.unreadable")
    rmdir(folder + "/folder")
  }

  @Test func sizes() throws {
    let path = try write(Array("a = b;".utf8))
    #expect(code(path, Limits(maximumFileSize: 6)) == nil)
    #expect(code(path, Limits(maximumFileSize: 5)) == "limit.file-size")
    #expect(code(try write([])) == "file.empty")
  }

  @Test func messagesSayWhy() {
    let error = #expect(throws: PropertyListError.self) { try PropertyList.read(path: "/none/at all") }
    #expect(error?.description == "/none/at all: error: the file cannot be opened: No such file or directory")
  }
}
