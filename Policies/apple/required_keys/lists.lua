-- What a bundle can't do without, by kind. Rules ask for these keys; keys-not-empty leaves them to those.
return {
  application = { "CFBundleIdentifier", "CFBundleVersion", "CFBundleExecutable" },
  application_names = { "CFBundleName", "CFBundleShortVersionString", "CFBundlePackageType" },
  framework = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion", "CFBundleShortVersionString" },
  mac_framework = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion" },
  extension = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion" },
  plugin = { "CFBundleIdentifier" },
}
