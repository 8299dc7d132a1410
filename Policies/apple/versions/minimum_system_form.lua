local values = import "apple.values"

local function judge(report, node, key)
  local text = values.text(node[key])
  local numbers = text and values.numbers(text)
  if text and (not numbers or #numbers > 3) then
    report:at(node, key, "'%s' is not a system version", text, {
      expected = "numbers such as 13.0 or 13.4.1", fix = "set it to the oldest system that the code runs on",
    })
  end
end

local architectures = { arm64 = true, arm64e = true, x86_64 = true, x86_64h = true, i386 = true, ppc = true, ppc64 = true }

rule "minimum-system-form" {
  summary   = "The minimum system must consist of whole numbers separated by periods",
  severity  = "error",
  rationale = "An unreadable version keeps the bundle from starting or installing, or lets it start on a system where it crashes.",
  source    = { "Information Property List Key Reference: LSMinimumSystemVersion", "ITMS-90530" },
  tags      = { "S7", "S2" },
  applies   = { key = { "LSMinimumSystemVersion", "MinimumOSVersion", "LSMinimumSystemVersionByArchitecture" } },
  check     = function(bundle, report)
    local info = bundle.info
    judge(report, info, "LSMinimumSystemVersion")
    judge(report, info, "MinimumOSVersion")
    local by_architecture = values.dictionary(info.LSMinimumSystemVersionByArchitecture)
    for architecture in pairs(by_architecture) do
      judge(report, by_architecture, architecture)
      if not architectures[architecture] then
        report:at(by_architecture, architecture, "'%s' is not an architecture", architecture, {
          expected = "arm64, x86_64, i386, ppc or ppc64", fix = "correct the name, or remove the entry", severity = "warning",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios" }, { info = { LSMinimumSystemVersion = "10.13.6" } }, { info = { LSMinimumSystemVersion = 11 } },
      { info = { LSMinimumSystemVersionByArchitecture = { x86_64 = "10.13", arm64 = "11.0.0" } } },
    },
    fail = {
      { info = { LSMinimumSystemVersionByArchitecture = { m1 = "12.0" } }, at = "/LSMinimumSystemVersionByArchitecture/m1" },
      { info = { LSMinimumSystemVersion = "macOS 13" }, at = "/LSMinimumSystemVersion" },
      { info = { LSMinimumSystemVersion = "10.13.6.1" }, at = "/LSMinimumSystemVersion" },
      { platform = "ios", info = { MinimumOSVersion = "16.x" }, at = "/MinimumOSVersion" },
      { info = { LSMinimumSystemVersionByArchitecture = { arm64 = "Big Sur" } }, without = "LSMinimumSystemVersion",
        at = "/LSMinimumSystemVersionByArchitecture/arm64" },
    },
  },
}
