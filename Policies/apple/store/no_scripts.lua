local values = import "apple.values"


rule "no-scripts" {
  summary   = "An app must not contain scripts",
  severity  = "error",
  rationale = "The store takes a script for code, and rejects it because it is not signed. Most scripts come from the build of a "
    .. "framework or a package.",
  source    = "ITMS-90035",
  tags      = { "S8", "ITMS-90035" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  check     = function(bundle, report)
    -- no-stray-executables reports files that cannot be read.
    for _, choice in ipairs { { is = "executable" }, { extensions = "sh", type = "file" } } do
      for _, file in ipairs(bundles.files(bundle, nil, choice)) do
        local is_new = choice.is or not file.executable
        if is_new and values.readable(file, "format") == "script" then
          report:file(file.path, "'%s' is a script", file.path, {
            expected = "no scripts in the app", fix = "remove it from the target's resources",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {},
      { files = {
        ["build.sh"] = "echo", ["run.js"] = "#!/usr/bin/env node\n", ["build.share"] = "#!/bin/sh\n",
        tool = { text = "echo", executable = true },
      } },
      { files = {
        data = { base64 = "/////w==", executable = true }, damaged = { base64 = "z/rt/gcAAAE=", executable = true },
        ["sound.amr"] = { text = "#!AMR\n", executable = true },
      } },
      { files = { scripts = { directory = true }, ["link.sh"] = { link = "gone" } } },
    },
    fail = {
      { files = { ["build.sh"] = "#!/bin/sh\n" }, at = "build.sh" },
      { files = { ["large.sh"] = "#!" .. ("\n"):rep(300000) }, at = "large.sh" },
      { files = { ["latin.sh"] = { base64 = "IyEvYmluL3NoCiMgY2Fm6Qo=" } }, at = "latin.sh" },
      { files = { ["www/run.js"] = { text = "#!/usr/bin/env node\n", executable = true } }, at = "www/run.js" },
      {
        bundles = { ["Frameworks/Kit.framework"] = { files = { ["update.sh"] = "#!/bin/sh\n" } } },
        at = "Frameworks/Kit.framework/update.sh",
      },
    },
  },
}
