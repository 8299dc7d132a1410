-- Scripts in apps made with React Native and Electron.

policy "cookbook.scripts" { summary = "Scripts are compiled, unchanged and the only ones that run" }

rule "hermes" {
  summary   = "React Native's JavaScript must be compiled for Hermes",
  rationale = "Source is compiled at each launch, and everybody can read it.",
  applies   = { kind = "application", files = "**/*.jsbundle" },
  check = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, "**/*.jsbundle", "file")) do
      if file:bytes(0, 4) ~= "\xC6\x1F\xBC\x03" then report:file(file, "the JavaScript is not compiled for Hermes") end
    end
  end,
  examples  = {
    pass = { { files = { ["Contents/Resources/main.jsbundle"] = { base64 = "xh+8AwPBAxk=" } } } },
    fail = { { files = { ["Contents/Resources/main.jsbundle"] = "var a" }, at = "Contents/Resources/main.jsbundle" } },
  },
}

local framework = "Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework"

rule "electron-fuses" {
  summary   = "Electron must not run the scripts of others",
  rationale = "The first fuse, RunAsNode, lets a variable of the environment turn the app into an interpreter with its permissions.",
  applies   = { kind = "application", files = framework },
  check = function(bundle, report)
    local file = bundle.files[framework]
    if #file:find { "(?s)dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\\x01.1" } > 0 then
      report:file(file, "the fuse RunAsNode is on", { fix = "switch it off with @electron/fuses before signing" })
    end
  end,
  examples  = {
    pass = { { files = { [framework] = { mach_o = { strings = { "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x0801" } } } } } },
    fail = { { files = { [framework] = { mach_o = { strings = { "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x0811" } } } }, at = framework } },
  },
}

local archive = "Contents/Resources/app.asar"

rule "asar-integrity" {
  summary   = "Info.plist must state the hash of Electron's archive of scripts",
  rationale = "Electron compares the hash at launch if the fuse for it is on: a wrong one terminates the app.",
  applies   = { kind = "application", files = archive },
  check = function(bundle, report)
    local file, stated = bundle.files[archive], plist.find(bundle.info, "/ElectronAsarIntegrity/Resources~1app.asar/hash")[1]
    local a, b, c = file:bytes(12, 3):byte(1, 3)
    local hash = file:digest(16, a + b * 256 + c * 65536)
    if stated == nil then return report:missing(bundle.info, "ElectronAsarIntegrity") end
    if stated.value ~= hash then report:at(stated.node, stated.key, "the hash is not that of app.asar", { expected = hash }) end
  end,
  examples  = {
    pass = {
      {
        files = { [archive] = { base64 = "BAAAABQAAAAQAAAADAAAAHsiZmlsZXMiOnt9fQ==" } },
        info = { ElectronAsarIntegrity = { ["Resources/app.asar"] = {
          algorithm = "SHA256", hash = "aae5a71db7cd42382ef749f87ca847684d9d4a517cc8235f53ea31bd492c3577",
        } } },
      },
    },
    fail = {
      { files = { [archive] = { base64 = "BAAAABQAAAAQAAAADAAAAHsiZmlsZXMiOnt9fQ==" } }, at = "/ElectronAsarIntegrity" },
      {
        files = { [archive] = { base64 = "BAAAABQAAAAQAAAADAAAAHsiZmlsZXMiOnt9fQ==" } },
        at = "/ElectronAsarIntegrity/Resources~1app.asar/hash",
        info = { ElectronAsarIntegrity = { ["Resources/app.asar"] = { algorithm = "SHA256", hash = "0" } } },
      },
    },
  },
}
