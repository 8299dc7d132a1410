import PropertyLists

extension Bundle {
  /// The kinds of device that run the bundle, by its platform and, on iOS, UIDeviceFamily; empty if its platform is unknown.
  package var deviceKinds: [DeviceKind] {
    let all = DeviceKind.all.filter { $0.platform == platform }
    guard platform == .ios, let node = info.value(of: info.root, forKey: "UIDeviceFamily"),
      info.kind(of: node) == .array
    else { return all }
    let families = Set(
      (0..<info.count(of: node)).compactMap { position -> String? in
        guard let element = info.element(of: node, at: position) else { return nil }
        if case .signed(let number)? = info.integer(of: element) { return String(number) }
        return info.string(of: element)
      })
    // iPads run an app for iPhones as an iPhone would.
    switch families {
    case ["1"]: return all.filter { $0.device != "ipad" }
    case ["2"]: return all.filter { $0.device == "ipad" }
    default: return all
    }
  }
}
