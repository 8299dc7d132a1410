import Basics
import StructuredText

/// A program that stores credentials for registries, as named in docker's configuration: `docker-credential-NAME get` reads the registry's
/// address from standard input and writes `{"Username": …, "Secret": …}`.
///
/// It runs without a shell or terminal, within a time limit. Its output is never shown, because any of it may be secret.
struct CredentialHelper {
  let name: String
  let file: String
  let seconds: Int
  let variables: [String: String]

  private static let outputLimit = 1 << 20
  /// The output of helpers that have no credentials for a registry (docker-credential-helpers, `errCredentialsNotFoundMessage`).
  private static let nothing = "credentials not found in native keychain"

  /// Throws unless this is a plain program name: it comes from a file and must only find programs in `PATH`.
  init(_ name: String, file: String, seconds: Int, _ variables: [String: String]) throws(PackError) {
    guard !name.isEmpty, name.utf8.count <= 100, !name.hasPrefix("."),
      name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "._-".utf8.contains($0) })
    else {
      throw PackError(
        .network, "'\(name.shortened(to: 40))' is not the name of a credential helper", file: file,
        hint: "write the name without 'docker-credential-', such as 'osxkeychain'")
    }
    (self.name, self.file, self.seconds, self.variables) = (name, file, seconds, variables)
  }

  private var program: String { "docker-credential-" + name }

  func credentials(for registry: String) throws(PackError) -> [UInt8]? {
    guard let path = Subprocess.find(program, in: variables["PATH"]) else {
      throw failure("is not in PATH", "install it, or name another file of credentials with REGISTRY_AUTH_FILE")
    }
    let outcome = try run(path, registry)
    let answer = outcome.output
    if outcome.status != 0 {
      if String(decoding: answer, as: UTF8.self).filter({ !$0.isNewline }) == Self.nothing { return nil }
      throw failure(
        "failed with exit status \(outcome.status)",
        "run '\(program) get' yourself and give it '\(registry)', or log in again")
    }
    guard let document = try? JSONReader.read(answer), let user = document["Username"]?.string,
      let secret = document["Secret"]?.string, !secret.isEmpty
    else { throw failure("did not print a JSON object with 'Username' and 'Secret'", "update or replace the helper") }
    if user == "<token>" { throw RegistryCredentials.identityToken(registry, file: file) }
    guard !user.isEmpty, !user.contains(":"), !(user + secret).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw failure("printed a user name or password that HTTP cannot carry", "log in again")
    }
    return Array("\(user):\(secret)".utf8)
  }

  private func run(_ path: String, _ registry: String) throws(PackError) -> BoundedProcess.Outcome {
    let environment = Subprocess.environment(
      // Withholds unrelated secrets.
      without: { $0.hasPrefix("BUNDLEPOLICY_") || $0 == "PGPASSWORD" },
      adding: variables.merging(["PATH": Subprocess.searchPath(variables["PATH"]).joined(separator: ":")]) { $1 })
    let process = BoundedProcess(
      path, ["get"], environment: environment, input: Array(registry.utf8), outputLimit: Self.outputLimit,
      deadline: Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000)
    do throws(BoundedProcess.Failure) {
      return try process.run()
    } catch {
      switch error {
      case .start(let number): throw failure("cannot be started: \(SystemError(number).text)", "reinstall it")
      case .time:
        throw failure(
          "took longer than \(counted(seconds, "second"))",
          "see what it waits for, or allow more time with --timeout SECONDS", .time)
      case .output, .stopped:
        throw failure("printed more than \(Self.outputLimit) bytes", "update or replace the helper", .limit)
      }
    }
  }

  private func failure(_ what: String, _ hint: String, _ code: PackCode = .network) -> PackError {
    PackError(code, "the credential helper \(program) \(what)", file: file, hint: hint)
  }
}
