-- The helper apps of a program that contains Chromium, as Electron and the Chromium Embedded Framework look for them.
local helpers = {}

-- The variants of the helper that Chromium starts in addition to the plain one, since they have their own apps.
local variants = { " (GPU)", " (Renderer)" }
local all = { "", variants[1], variants[2] }

-- The helper apps of an app: a table by name in lower case, because the disks of most Macs ignore case, and one of them.
function helpers.of(app)
  local result, any = {}, nil
  for _, inner in ipairs(app.bundles) do
    local stem = inner.name:match("(.+)%.app")
    if stem and stem:find(" Helper") then result[stem:lower()], any = inner, inner end
  end
  return result, any
end

-- Reports the variants that are missing, if the app has any, and executables that are not named after their helper app. `name` is the name
-- of the plain helper.
function helpers.judge(report, found, name, maker)
  local function of(suffix) return found[(name .. suffix):lower()] end
  local has_variants = of(variants[1]) or of(variants[2]) or of(" (Plugin)")
  for _, suffix in ipairs(has_variants and variants or {}) do
    if not of(suffix) then
      report:file("Contents/Frameworks/" .. name .. suffix .. ".app", "the helper app is missing: %s cannot start its process", maker, {
        fix = "copy all helper apps of the release",
      })
    end
  end
  for _, suffix in ipairs(all) do
    local inner = of(suffix)
    local stem = inner and inner.name:match("(.+)%.app")
    local program = stem and "Contents/MacOS/" .. stem
    if inner and inner.executable_file and not bundles.exists(inner, program) then
      report:file("Contents/Frameworks/" .. inner.name .. "/" .. program, "the executable of the helper app has another name than the app: "
        .. "%s cannot start its process", maker, {
        expected = program, fix = "rename the executable, and CFBundleExecutable of the helper app",
      })
    end
  end
end

return helpers
