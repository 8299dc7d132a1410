-- Releases are built with the approved Xcode and SDK, from a commit that can be found again.

policy "cookbook.built-with" { summary = "Releases are built by the right tools from a known commit" }

local xcodes = parameter "xcodes" { default = { "2600", "2610" }, summary = "approved versions of Xcode, as in DTXcode" }
local sdk = parameter "sdk" { default = "26", summary = "the oldest SDK of a release" }
local commit = parameter "commit" { default = "", summary = "the commit that is being built; empty if any may be recorded" }

rule "built-with" {
  summary   = "A release must be built with an approved Xcode and SDK",
  rationale = "A machine with another Xcode builds an app that behaves differently, or that the store refuses.",
  applies   = { kind = { "application", "extension" } },
  shape     = {
    DTXcode   = one_of(xcodes),
    DTSDKName = custom("the SDK " .. sdk .. " or later", function(name)
      local found = tostring(name):match("^%l+([%d.]+)$")
      return found ~= nil and version.compare(found, sdk) >= 0
    end),
  },
  examples  = {
    pass = {
      { info = { DTXcode = "2600", DTSDKName = "macosx26.0" } },
      { platform = "ios", info = { DTXcode = "2610", DTSDKName = "iphoneos26.1" } },
    },
    fail = {
      { info = { DTXcode = "1640", DTSDKName = "macosx26.0" }, at = "/DTXcode" },
      { info = { DTXcode = "2600", DTSDKName = "macosx15.5" }, at = "/DTSDKName" },
      { info = { DTXcode = "2600", DTSDKName = "macosx26.0.internal" }, at = "/DTSDKName" },
      { info = { DTXcode = "2600" }, without = "DTSDKName", at = "/DTSDKName" },
      { info = { DTSDKName = "macosx26.0" }, without = "DTXcode", at = "/DTXcode" },
      { info = { DTXcode = "2600", DTSDKName = "MACOSX26.0" }, at = "/DTSDKName" },
    },
  },
}

rule "commit-recorded" {
  summary   = "The app must record the commit that it was built from",
  rationale = "Without it, nobody can tell which source code crashed, or build a fix from exactly that source code.",
  applies   = { kind = "application", nested = false },
  shape     = {
    ["com.example.Commit"] = all_of { text { length = 40 }, custom("the 40 hexadecimal digits of a commit", function(text)
      if text:find("^%x+$") == nil then return false end
      return commit == "" or text == commit or "the commit being built is " .. commit
    end) },
  },
  examples  = {
    pass = {
      { info = { ["com.example.Commit"] = ("0a"):rep(20) } },
      { info = { ["com.example.Commit"] = ("0a"):rep(20) }, params = { commit = ("0a"):rep(20) } },
    },
    fail = {
      { at = "/com.example.Commit" },
      { info = { ["com.example.Commit"] = "0a0a0a0" }, at = "/com.example.Commit" },
      { info = { ["com.example.Commit"] = ("0a"):rep(19) .. "0z" }, at = "/com.example.Commit" },
      { info = { ["com.example.Commit"] = "z0" .. ("0a"):rep(19) }, at = "/com.example.Commit" },
      { info = { ["com.example.Commit"] = 7 }, at = "/com.example.Commit" },
      { info = { ["com.example.Commit"] = ("0b"):rep(20) }, params = { commit = ("0a"):rep(20) }, at = "/com.example.Commit" },
    },
  },
}
