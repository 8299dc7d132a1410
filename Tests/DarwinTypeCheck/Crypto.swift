// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The part of swift-crypto that the package uses. On macOS it passes on CryptoKit, which nobody else has. Nothing here ever runs.

/// Foundation's protocols for bytes, of which Data stands for all others.
public protocol ContiguousBytes {}
public protocol DataProtocol: ContiguousBytes {}
public struct Data: DataProtocol, Sequence {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

extension [UInt8]: ContiguousBytes, DataProtocol {}
extension ArraySlice<UInt8>: ContiguousBytes, DataProtocol {}
extension UnsafeRawBufferPointer: DataProtocol {}

public struct SHA256Digest: Sequence {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public struct SHA256: Sendable {
  public init() {}
  public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
  public mutating func update(data: some DataProtocol) {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}

public enum Insecure {
  public struct SHA1: Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
    public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
  }
}

public struct SHA384: Sendable {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
  public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
}

public enum SHA512 {
  public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
}

public enum Curve25519 {
  public enum Signing {
    public struct PrivateKey: Sendable {
      public init() {}
      public init(rawRepresentation: some ContiguousBytes) throws {}
      public var publicKey: PublicKey { PublicKey() }
      public var rawRepresentation: Data { Data() }
      public func signature(for data: some DataProtocol) throws -> Data { Data() }
    }

    public struct PublicKey: Sendable {
      init() {}
      public init(rawRepresentation: some ContiguousBytes) throws {}
      public var rawRepresentation: Data { Data() }
      public func isValidSignature(_ signature: some DataProtocol, for data: some DataProtocol) -> Bool { true }
    }
  }
}

public enum P256 {
  public enum Signing {
    public struct ECDSASignature: Sendable {
      init() {}
      public init(rawRepresentation: some DataProtocol) throws {}
      public init(derRepresentation: some DataProtocol) throws {}
      public var derRepresentation: Data { Data() }
    }

    public struct PrivateKey: Sendable {
      public init() {}
      public init(rawRepresentation: some ContiguousBytes) throws {}
      public var publicKey: PublicKey { PublicKey() }
      public func signature(for data: some DataProtocol) throws -> ECDSASignature { ECDSASignature() }
    }

    public struct PublicKey: Sendable {
      init() {}
      public init(x963Representation: some ContiguousBytes) throws {}
      public var x963Representation: Data { Data() }
      public func isValidSignature(_ signature: ECDSASignature, for data: some DataProtocol) -> Bool { true }
    }
  }
}
