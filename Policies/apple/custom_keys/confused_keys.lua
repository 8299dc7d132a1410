-- Keys that nothing reads, and those that were meant. They differ by more than a slip, so that misspelt-keys does not recognize them.
local meant = {
  LSMinimumBundleVersion = "LSMinimumSystemVersion", LSMinimumVersion = "LSMinimumSystemVersion",
  CFBundleMinimumSystemVersion = "LSMinimumSystemVersion", CFBundleMinimumOSVersion = "MinimumOSVersion",
  CFBundleVersionString = "CFBundleShortVersionString", CFBundleCopyright = "NSHumanReadableCopyright",
  NSCopyright = "NSHumanReadableCopyright", CFBundleCategory = "LSApplicationCategoryType",
  LSApplicationCategory = "LSApplicationCategoryType", CFBundleLanguages = "CFBundleLocalizations",
  CFBundleDefaultLanguage = "CFBundleDevelopmentRegion", CFBundleHighResolutionCapable = "NSHighResolutionCapable",
  CFBundleDocTypes = "CFBundleDocumentTypes", CFBundleURLScheme = "CFBundleURLTypes",
  NSAudioUsageDescription = "NSMicrophoneUsageDescription", NSGalleryUsageDescription = "NSPhotoLibraryUsageDescription",
  LSEnvironmentVariables = "LSEnvironment", CFBundleBackgroundOnly = "LSBackgroundOnly",
}
local names = {}
for name in pairs(meant) do names[#names + 1] = name end

-- For the examples.
local failing = { { info = { LSMinimumBundleVersion = "10.15" }, without = "LSMinimumSystemVersion", at = "/LSMinimumBundleVersion" } }
for _, name in ipairs(names) do
  if name ~= "LSMinimumBundleVersion" then failing[#failing + 1] = { info = { [name] = "x" }, without = meant[name], at = "/" .. name } end
end

rule "confused-keys" {
  summary   = "A key of the platform must have its name, not a similar one that nothing reads",
  severity  = "warning",
  rationale = "Such a key has no effect: with LSMinimumBundleVersion, for instance, the system starts the app on systems that it does not "
    .. "run on. It is not reported if the key that was meant is there, too.",
  source    = "Information Property List Key Reference",
  applies   = { key = names },
  check     = function(bundle, report)
    for _, name in ipairs(names) do
      if bundle.info[name] ~= nil and bundle.info[meant[name]] == nil then
        report:at(bundle.info, name, "nothing reads %s; did you mean %s?", name, meant[name], {
          expected = meant[name], fix = "rename it to " .. meant[name],
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { LSMinimumBundleVersion = "10.15" } }, { info = { NSCopyright = "x", NSHumanReadableCopyright = "x" } },
    },
    fail = failing,
  },
}
