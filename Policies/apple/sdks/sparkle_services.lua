local elsewhere = import "apple.elsewhere"
local sparkle = import "apple.sdks.sparkle"
local values = import "apple.values"

-- The services that keys turn on, by their names in Sparkle 2 and in releases before it.
local services = {
  SUEnableInstallerLauncherService = { "Installer", "org.sparkle-project.InstallerLauncher" },
  SUEnableDownloaderService = { "Downloader", "org.sparkle-project.Downloader" },
}

-- For the examples.
local contents = "x"
local function app(info, name, at)
  local example = sparkle.example(info, at and "/" .. at)
  example.bundles[sparkle.folder].files = name and { ["Versions/A/XPCServices/" .. name .. ".xpc"] = contents } or nil
  return example
end

rule "sparkle-services" {
  summary   = "An app must contain the services of Sparkle that its Info.plist turns on",
  severity  = "error",
  rationale = "With SUEnableInstallerLauncherService, Sparkle starts its installer from the service Installer.xpc in the framework; if the "
    .. "service was removed, the app finds updates and cannot install them.",
  source    = "https://sparkle-project.org/documentation/sandboxing/",
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = { "macos", "catalyst" }, files = sparkle.folder,
    key = { "SUEnableInstallerLauncherService", "SUEnableDownloaderService" },
  },
  check     = function(bundle, report)
    for key, names in pairs(services) do
      local is_there = not values.is_true(bundle.info[key])
      for _, name in ipairs(names) do
        is_there = is_there or #bundles.walk(bundle, "**/" .. name .. ".xpc") > 0
      end
      if not is_there then
        report:at(bundle.info, key, "the app does not contain Sparkle's service %s.xpc: updates fail", names[1], {
          expected = names[1] .. ".xpc in Sparkle.framework", fix = "copy the whole framework, or remove the key",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({ SUEnableInstallerLauncherService = true }, "Installer"), app { SUEnableInstallerLauncherService = false },
      app({ SUEnableInstallerLauncherService = true }, "org.sparkle-project.InstallerLauncher"),
      app({ SUEnableDownloaderService = true }, "Downloader"), app({ SUEnableDownloaderService = true }, "org.sparkle-project.Downloader"),
      elsewhere(app { SUEnableInstallerLauncherService = true }, { kind = "plugin" }),
    },
    fail = {
      elsewhere(app { SUEnableInstallerLauncherService = true }, { platform = "catalyst", at = "/SUEnableInstallerLauncherService" }),
      app({ SUEnableInstallerLauncherService = true }, nil, "SUEnableInstallerLauncherService"),
      app({ SUEnableInstallerLauncherService = true }, "Downloader", "SUEnableInstallerLauncherService"),
      app({ SUEnableDownloaderService = "YES" }, "Installer", "SUEnableDownloaderService"),
    },
  },
}
