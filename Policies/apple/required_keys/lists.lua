-- The keys that each kind of bundle needs. Rules require these keys, so keys-not-empty skips them.
return {
  application = { "CFBundleIdentifier", "CFBundleExecutable" },
  application_names = { "CFBundleName", "CFBundlePackageType", "CFBundleShortVersionString", "CFBundleVersion" },
  framework = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion", "CFBundleShortVersionString" },
  extension = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion" },
  plugin = { "CFBundleIdentifier" },
}
