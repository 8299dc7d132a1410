extension InspectionTests {
  static let expectedTree = #"""
    x.plist  xml property list  dictionary, 1 key
      v  dictionary, 7 keys
        s = "a\u{7f}b"
        i = 7
        r = 1.0
        d = 2020-01-01T00:00:00Z
        b  data, 1 byte
        l  array, 1 element
          0 = true
        u  UID 3

    """#

  static let expectedBundleTree = #"""
    App.app  application, macos, contents layout
      identifier com.x
      executable Contents/MacOS/App
      localizations en
      info Contents/Info.plist (xml, 2 keys)
        CFBundleIdentifier = "com.x"
        CFBundleExecutable = "App"
      Contents/PlugIns/S.appex  extension, macos, contents layout
        identifier com.x.s
        info Contents/Info.plist (xml, 1 key)
          CFBundleIdentifier = "com.x.s"

    """#
}
