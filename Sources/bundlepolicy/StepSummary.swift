import Basics
import Reporting

/// The page of a step of GitHub Actions: a file that each program of the step adds Markdown to.
enum StepSummary {
  /// The variable that names the file.
  static let variable = "GITHUB_STEP_SUMMARY"
  /// A longer page is not shown at all (actions/runner, src/Runner.Worker/FileCommandManager.cs, AttachmentSizeLimit).
  static let limit = 1 << 20
  /// Stands between what was there and the report: a heading needs a line of its own.
  static let separator = Array("\n\n".utf8)

  /// The file; nil when there is none, as outside of GitHub Actions.
  static var file: String? { variable(variable) }

  /// How many bytes a report may have there; nil when the page has no room for one.
  static func budget(of file: String) -> Int? {
    var status = stat()
    let size = stat(file, &status) == 0 ? max(0, Int(status.st_size)) : 0
    guard size <= limit else { return nil }
    let room = limit - size - separator.count
    return room < MarkdownReport.leastBudget ? nil : room
  }

  /// Where the repository's files lie; nil outside of GitHub Actions and GitLab's pipelines.
  static var workspace: Workspace? {
    guard let root = variable("GITHUB_WORKSPACE") ?? variable("CI_PROJECT_DIR"), let directory = Self.real(".") else {
      return nil
    }
    return Workspace(root: Self.real(root) ?? root, workingDirectory: directory, spelling: root)
  }

  /// Adds the report to the page. One that cannot be written leaves the page as it was, as far as the system lets it.
  static func append(_ bytes: [UInt8], to file: String) throws(Output.Failure) {
    func failure(_ reason: String) -> Output.Failure {
      Output.Failure(path: "\(variable)=\(file)", reason: reason)
    }
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure(SystemError(errno).text) }
    defer { close(descriptor) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    do throws(Output.Failure) {
      try Output.write(isFile && status.st_size > 0 ? separator + bytes : bytes, to: descriptor)
    } catch {
      if isFile { _ = ftruncate(descriptor, status.st_size) }
      throw failure(error.reason)
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func real(_ path: String) -> String? {
    FileSystem.realPath(path)
  }
}
