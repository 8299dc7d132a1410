local embeds = import "apple.sdks.embeds"

-- How bytecode for Hermes begins.
local mark = "\xC6\x1F\xBC\x03"

-- For the examples.
local bytecode, source = { base64 = "xh+8AwPBAxk=" }, "var __BUNDLE_START_TIME__=0,__DEV__=false;"
local function app(files, frameworks, at, platform)
  local inside, folder = {}, platform == "macos" and "Contents/Frameworks/" or "Frameworks/"
  for _, name in ipairs(frameworks) do inside[folder .. name .. ".framework"] = {} end
  return { platform = platform or "ios", files = files, bundles = inside, at = at }
end

rule "compiled-javascript" {
  summary   = "The JavaScript of a React Native app must be compiled for its engine",
  severity  = "warning",
  rationale = "Hermes compiles source at each launch, which takes seconds, and everybody can read the source in the app. No other "
    .. "engine runs Hermes' bytecode.",
  source    = { "React Native: Using Hermes", "Hermes: include/hermes/BCGen/HBC/BytecodeFileFormat.h" },
  tags      = { "secrets" },
  applies   = { kind = "application", files = { "*.bundle", "**/*.jsbundle" } },
  check     = function(bundle, report)
    local has_engine = embeds(bundle, "hermes") or embeds(bundle, "hermesvm")
    for _, file in ipairs(bundles.files(bundle, { "*.bundle", "**/*.jsbundle" }, "file")) do
      local is_compiled = file:bytes(0, 4) == mark
      if has_engine and not is_compiled and file.format == "text" then
        report:file(file, "the app has Hermes, but its JavaScript is not compiled", {
          expected = "bytecode", fix = "build for release with USE_HERMES, and let react-native-xcode.sh run hermesc",
        })
      elseif is_compiled and not has_engine then
        report:file(file, "the JavaScript is bytecode for Hermes, but the app does not have Hermes", {
          expected = "hermes.framework or hermesvm.framework", fix = "embed Hermes, or build the JavaScript without it",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, app({ ["main.jsbundle"] = bytecode }, { "hermes" }), app({ ["main.jsbundle"] = bytecode }, { "hermesvm" }),
      app({ ["main.jsbundle"] = source }, {}), app({ ["main.jsbundle"] = "\0\1\2" }, { "hermes" }),
      app({ ["Contents/Resources/main.jsbundle"] = bytecode }, { "hermes" }, nil, "macos"), app({ ["a.js"] = source }, { "hermes" }),
      { platform = "ios", kind = "extension", files = { ["main.jsbundle"] = bytecode } },
    },
    fail = {
      app({ ["main.jsbundle"] = source }, { "hermes" }, "main.jsbundle"), app({ ["main.jsbundle"] = source }, { "hermesvm" },
        "main.jsbundle"),
      app({ ["index.ios.bundle"] = source }, { "hermes" }, "index.ios.bundle"),
      app({ ["assets/a.jsbundle"] = bytecode }, {}, "assets/a.jsbundle"),
      app({ ["Contents/Resources/main.jsbundle"] = source }, { "hermes" }, "Contents/Resources/main.jsbundle", "macos"),
    },
  },
}
