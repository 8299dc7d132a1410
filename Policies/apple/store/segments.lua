local device_code = import "apple.code.device_code"
local values = import "apple.values"

-- The pages of devices, in bytes.
local page = 16384

-- The size of __TEXT that the store accepts, in bytes, for systems from a version on.
local limits = {
  { system = "9.0", bytes = 500e6, words = "500 MB" }, { system = "0", bytes = 60e6, words = "60 MB" },
}

local function limit(bundle)
  local system = values.minimum_os(bundle)
  for _, entry in ipairs(limits) do
    if not system or bundle.platform ~= "ios" or version.compare(system, entry.system) >= 0 then
      return entry.bytes, entry.words
    end
  end
end

local is_64_bit = { arm64 = true, arm64e = true }

-- The problems in the segments of a slice, as { text, expected, fix } in order.
local function problems(bundle, slice)
  local result, segments = {}, values.readable(slice, "segments") or {}
  local function add(text, expected, fix) result[#result + 1] = { text = text, expected = expected, fix = fix } end
  local size
  for _, segment in ipairs(segments) do
    local is_text = segment.name == "__TEXT"
    if is_text then size = segment.file_size end
    local most, words = limit(bundle)
    if is_text and segment.size > most then
      add(("has a segment __TEXT of %d bytes"):format(segment.size), "at most " .. words,
        "move data into resources, and code into frameworks")
    end
    if not is_text and segment.initial_protection:find("x") then
      add(("has a second segment that can be executed, %s"):format(segment.name), "only __TEXT",
        "link without -segprot and -rename_segment")
    end
    if is_64_bit[slice.architecture] and segment.file_size ~= 0 and (segment.offset % page ~= 0 or segment.address % page ~= 0) then
      add(("has a segment %s that does not start at a page of 16 KB"):format(segment.name), "segments at multiples of 16384 bytes",
        "link with Apple's linker, or with -segalign 0x4000")
    end
  end
  local encryption = slice.encryption
  if encryption and size and encryption.offset + encryption.size > size then
    add("has a part to encrypt that is not within __TEXT", "an LC_ENCRYPTION_INFO within __TEXT", "link with Apple's linker")
  end
  if #slice.builds == 0 then
    add("does not state its platform and minimum system", "a load command LC_BUILD_VERSION",
    "link with a current version of Apple's linker")
  end
  return result
end

-- For the examples: an app with code.
local function app(fields)
  fields.platform = "ios"
  return { files = { App = { mach_o = fields } } }
end
local system_key, text = "MinimumOSVersion", "__TEXT"
local function large(size, info, platform)
  return {
    platform = platform, info = info, without = not info and system_key or nil,
    files = { App = { mach_o = { platform = platform, segments = { { name = text, size = size, address = 0x200000000 } } } } },
  }
end
local function failing(fields, message)
  local result = app(fields)
  result.at, result.message = "App", message
  return result
end

rule "segments" {
  summary   = "The segments of code must have the form that the store accepts",
  severity  = "error",
  rationale = "The store rejects code whose segments are too large or do not start at a page, that has a second executable segment, does "
    .. "not state "
    .. "its platform, or whose part to encrypt is elsewhere. Other linkers than Apple's, and tools that rewrite code, produce such code.",
  source    = { "ITMS-90122", "ITMS-90180", "ITMS-90209", "ITMS-90210", "ITMS-90999", "App Store Connect Help: Maximum build file sizes" },
  tags      = { "ITMS-90122", "ITMS-90180", "ITMS-90209", "ITMS-90210", "ITMS-90999" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    local seen = {}
    for _, slice in ipairs(device_code(bundle)) do
      for _, problem in ipairs(problems(bundle, slice)) do
        if not seen[problem.text] then
          seen[problem.text] = true
          report:file(bundle.executable, "the %s code %s", slice.architecture, problem.text, {
            expected = problem.expected, fix = problem.fix, discriminator = problem.text:match("^%a+ %a+ %a+ [%a_]*"),
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      app { segments = { { name = "__MORE", size = 8, address = 0x200000100 } } },
      large(500000000, { MinimumOSVersion = "9.0" }, "ios"), large(60000000, { MinimumOSVersion = "8.4" }, "ios"),
      large(61000000, nil, "ios"), large(61000000, { MinimumOSVersion = "8.4" }, "watchos"),
      app {}, app { encryption = { offset = 0, size = 0 } },
      app { segments = { { name = "__DATA", address = 0x200000000, initial_protection = "rw-" } } }, {},
    },
    fail = {
      failing({ segments = { { name = "__TEXT", size = 500000001, address = 0x200000000 } } }, "a segment __TEXT of 500000001 bytes"),
      {
        info = { MinimumOSVersion = "8.4" }, at = "App",
        files = { App = { mach_o = { platform = "ios", segments = { { name = "__TEXT", size = 60000001, address = 0x200000000 } } } } },
      },
      -- Slices with the same problem have one finding.
      {
        files = { App = { mach_o = { platform = "ios", architectures = { "arm64", "arm64e" }, without_commands = "LC_BUILD_VERSION" } } },
        at = "App", count = 1,
      },
      failing({ segments = { { name = "__MORE", initial_protection = "r-x", address = 0x200000000 } } }, "a second segment"),
      failing({ strings = "a", encryption = { offset = 16384, size = 1000000 } }, "a part to encrypt"),
      failing({ without_commands = "LC_BUILD_VERSION" }, "does not state its platform"),
      failing({ segments = { { name = "__MORE", address = 0x200000100, sections = { { name = "__a", size = 8 } } } } }, "a page of 16 KB"),
    },
  },
}
