extension SigningCertificate {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Apps outside the store: Developer ID Application.
    case developerID = "developer_id"
    /// Installer packages outside the store: Developer ID Installer.
    case developerIDInstaller = "developer_id_installer"
    /// Apps for the store, for registered devices and in enterprises: Apple Distribution, iPhone Distribution, 3rd Party Mac Developer
    /// Application.
    case distribution
    /// Installer packages for the store: 3rd Party Mac Developer Installer.
    case installer
    /// Apps on a developer's devices: Apple Development, iPhone Developer, Mac Developer.
    case development
    /// Apps from the store, signed by Apple.
    case store
    case apple
    /// Issued by Apple for another purpose, or not by Apple.
    case other
  }

  package enum System: String, Hashable, Sendable, CaseIterable { case ios, macos }

  private struct Purpose {
    let kind: Kind
    let systems: [System]
    /// The last number of the marker in the leaf certificate.
    let marker: String?
    let names: [String]
  }

  private static let markerPrefix = "1.2.840.113635.100.6.1."

  /// Certificates for all systems have several markers.
  private static let purposes = [
    Purpose(kind: .developerID, systems: [.macos], marker: "13", names: ["Developer ID Application"]),
    Purpose(kind: .developerIDInstaller, systems: [.macos], marker: "14", names: ["Developer ID Installer"]),
    Purpose(kind: .store, systems: [.ios], marker: "3", names: ["Apple iPhone OS Application Signing"]),
    Purpose(kind: .store, systems: [.macos], marker: "9", names: ["Apple Mac OS Application Signing"]),
    Purpose(kind: .distribution, systems: [.ios], marker: "4", names: ["iPhone Distribution"]),
    Purpose(
      kind: .distribution, systems: [.macos], marker: "7",
      names: ["3rd Party Mac Developer Application", "Mac App Distribution"]),
    Purpose(kind: .distribution, systems: [.ios, .macos], marker: nil, names: ["Apple Distribution"]),
    Purpose(
      kind: .installer, systems: [.macos], marker: "8",
      names: ["3rd Party Mac Developer Installer", "Mac Installer Distribution"]),
    Purpose(kind: .development, systems: [.ios], marker: "2", names: ["iPhone Developer"]),
    Purpose(kind: .development, systems: [.macos], marker: "12", names: ["Mac Developer"]),
    Purpose(kind: .development, systems: [.ios, .macos], marker: nil, names: ["Apple Development"]),
    Purpose(kind: .apple, systems: [.ios, .macos], marker: "22", names: ["Software Signing"]),
  ]

  private var isIssuedByApple: Bool {
    issuerOrganization.map { $0 == "Apple Inc." || $0 == "Apple Computer, Inc." } ?? false
  }

  /// The purposes by the markers, or without any by the name.
  private var ownPurposes: [Purpose] {
    guard isIssuedByApple else { return [] }
    let marked = Self.purposes.filter { purpose in
      purpose.marker.map { markers.contains(Self.markerPrefix + $0) } ?? false
    }
    if !marked.isEmpty { return marked }
    guard let commonName else { return [] }
    return Self.purposes.filter { purpose in
      purpose.names.contains { commonName == $0 || commonName.hasPrefix($0 + ":") }
    }
  }

  package var kind: Kind { ownPurposes.first?.kind ?? .other }

  package var systems: [System] {
    let own = Set(ownPurposes.filter { $0.kind == kind }.flatMap(\.systems))
    return System.allCases.filter(own.contains)
  }
}
