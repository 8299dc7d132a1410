local values = import "apple.values"

-- The fields of the app that an archive repeats.
local repeated = { "CFBundleIdentifier", "CFBundleShortVersionString", "CFBundleVersion" }

-- For the examples.
local function archive(info, at) return { bundles = { ["Products/Applications/App.app"] = { info = info } }, at = at } end

rule "archive-properties" {
  summary   = "An Xcode archive must state the identifier and the versions of its app",
  severity  = "warning",
  rationale = "Xcode's Organizer and tools that submit builds show what the archive states. After the app was changed inside the archive, "
    .. "they show another version than the one that is submitted, and the signature of the app no longer matches.",
  source    = "Xcode: archives",
  tags      = { "S7" },
  applies   = { kind = "archive", key = "ApplicationProperties" },
  check     = function(bundle, report)
    local stated = values.dictionary(bundle.info.ApplicationProperties)
    local path = values.text(stated.ApplicationPath)
    for _, app in ipairs(path and bundle.bundles or {}) do
      for _, key in ipairs(app.path == "Products/" .. path and repeated or {}) do
        local own = values.text(app.info[key])
        if own and stated[key] ~= nil and stated[key] ~= own then
          report:at(stated, key, "%s of the archive differs from that of %s, which is '%s'", key, app.name, own, {
            expected = own, fix = "archive the app again instead of changing it inside the archive",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, archive { CFBundleName = "Other" }, archive { CFBundleVersion = "$(BUILD)", CFBundleShortVersionString = 2 },
      { info = { ApplicationProperties = "x" } }, { info = { ApplicationProperties = { ApplicationPath = { "App.app" } } } },
      { info = { ApplicationProperties = { CFBundleVersion = "2" } } },
      { info = { ApplicationProperties = { ApplicationPath = "Applications/App.app" } } },
      { bundles = { ["Products/Applications/Tool.app"] = { info = { CFBundleIdentifier = "com.example.tool" } } } },
    },
    fail = {
      archive({ CFBundleVersion = "2" }, "/ApplicationProperties/CFBundleVersion"),
      archive({ CFBundleShortVersionString = "1.1" }, "/ApplicationProperties/CFBundleShortVersionString"),
      {
        platform = "ios", bundles = { ["Products/Applications/App.app"] = { info = { CFBundleIdentifier = "com.example.phone" } } },
        at = "/ApplicationProperties/CFBundleIdentifier",
        message = "CFBundleIdentifier of the archive differs from that of App.app, which is 'com.example.phone'",
      },
    },
  },
}
