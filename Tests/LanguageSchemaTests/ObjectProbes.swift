/// Where to find each object of the table, in the bundle of `LiveEnvironment`.
enum ObjectProbes {
  /// Lua expressions by class, in a `check`.
  static let objects: [String: String] = [
    "Bundle": "bundle", "Report": "report", "FileTree": "bundle.files", "History": "bundle.history",
    "File": "bundle.files['Contents/Resources/c.json']", "PNG": "bundle.files['Contents/Resources/a.png'].png",
    "IconFamily": "bundle.files['Contents/Resources/a.icns'].icns",
    "IconImage": "bundle.files['Contents/Resources/a.icns'].icns.images[1]",
    "AssetCatalog": "bundle.files['Contents/Resources/Assets.car'].catalog",
    "Asset": "bundle.files['Contents/Resources/Assets.car'].catalog.assets[1]",
    "AssetImage": "bundle.files['Contents/Resources/Assets.car'].catalog.assets[1].images[1]",
    "MachO": "bundle.files['Contents/MacOS/App'].mach_o",
    "Slice": "bundle.files['Contents/MacOS/App'].mach_o.slices[1]",
    "CodeBuild": "bundle.files['Contents/MacOS/App'].mach_o.slices[1].builds[1]",
    "Library": "bundle.files['Contents/MacOS/App'].mach_o.slices[1].libraries[1]",
    "Symbols": "bundle.files['Contents/MacOS/App'].mach_o.slices[1].exports",
    "Profile": "bundle.files['Contents/embedded.provisionprofile'].profile",
    "ProfileCertificate": "bundle.profile.certificates[1]",
    "Date": "bundle.info.D", "Day": "as_of", "Data": "bundle.info.B",
    "UID": "bundles.read(bundle, 'Contents/Resources/archive.plist')", "Version": "version.parse('1.0b2')",
    "Key": "keys.CFBundleName",
    "Found": "plist.find(bundle.info, '/CFBundleName')[1]",
    "Entry": "bundles.strings(bundle, 'InfoPlist', 'en').CFBundleName",
    "LocalizedEntry": "bundles.localized_info(bundle, 'en').CFBundleName",
    "Variant": "plist.variants(bundle.info, 'CFBundleName')[1]", "Place": "plist.place(bundle.info, 'CFBundleName')",
    "KeySchema": "keys.CFBundleURLTypes.schema", "KeyParts": "keys.split('A-macos~ipad')",
    "Twin": "bundles.twins(bundle)[1]",
    "Diagnostic": "plist.diagnostics(bundle.info)[1]",
    "Problem": "bundles.problem(bundle, 'Contents/Resources/broken.strings')",
  ]

  /// Calls of every function of the libraries, in a `check`.
  static let calls: [String: String] = [
    "version.parse": "version.parse('1.0.0', 'semver')", "version.compare": "version.compare('1', '2', 'apple')",
    "plist.type": "plist.type(bundle.info)",
    "plist.resolve": "plist.resolve(bundle.info, 'CFBundleName', { platform = 'macos' })",
    "plist.variants": "plist.variants(bundle.info, 'CFBundleName')",
    "plist.find": "plist.find(bundle.info, '/*')", "plist.place": "plist.place(bundle.info, 'CFBundleName')",
    "plist.path": "plist.path(bundle.info)", "plist.diagnostics": "plist.diagnostics(bundle.info)",
    "plist.format": "plist.format(bundle.info)", "keys.nearest": "keys.nearest('CFBundelName')",
    "keys.parents": "keys.parents('CFBundleTypeRole')", "keys.apple_prefix": "keys.apple_prefix('NSFoo')",
    "keys.split": "keys.split('A~ipad')", "bundles.twins": "bundles.twins(bundle)",
    "keys.is_custom": "keys.is_custom('A')", "bundles.read": "bundles.read(bundle, 'Contents/Info.plist')",
    "bundles.problem": "bundles.problem(bundle, 'Contents/Resources/broken.strings')",
    "bundles.resource": "bundles.resource(bundle, 'a', 'png', 'en')",
    "bundles.strings": "bundles.strings(bundle, 'InfoPlist', 'en')",
    "bundles.localized_info": "bundles.localized_info(bundle, { 'en' }, 'macos')",
    "bundles.strays": "bundles.strays(bundle)", "bundles.exists": "bundles.exists(bundle, 'Contents')",
    "bundles.walk": "bundles.walk(bundle, '**')", "glob.match": "glob.match('*', 'a')",
    "locale.canonical": "locale.canonical('en')", "locale.language": "locale.language('en')",
    "locale.region": "locale.region('en_GB')", "locale.is_legacy": "locale.is_legacy('French')",
    "uuid.is_valid": "uuid.is_valid('x')", "uuid.canonical": "uuid.canonical('5D7F4B0A-0000-4000-8000-000000000000')",
  ]
}
