-- The texts that the system shows when an app asks for the camera, the microphone or the location: a real sentence in every language.

policy "cookbook.usage-descriptions" { summary = "Users learn why the app asks for access" }

local shortest = parameter "shortest" { default = 12, summary = "minimum length of a usage description in characters" }

local placeholders = { "todo", "fixme", "xxx", "lorem ipsum", "placeholder", "$(", "${" }

local function problem(text)
  local lower = text:lower()
  for _, word in ipairs(placeholders) do
    if lower:find(word, 1, true) then return "is a placeholder" end
  end
  if (utf8.len(text) or 0) < shortest then return "is too short" end
end

rule "usage-descriptions" {
  summary   = "Every usage description must be a sentence in every language of the app",
  rationale = "The system ends an app without a reason, the store rejects one with a placeholder, and users deny access if the language "
    .. "is wrong.",
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local region = bundle.info.CFBundleDevelopmentRegion or "en"
    for key, value in pairs(bundle.info) do
      if key:find("UsageDescription$") then
        if plist.type(value) ~= "string" then
          report:at(bundle.info, key, "%s is not a string", key, { expected = "a sentence" })
        elseif problem(value) then
          report:at(bundle.info, key, "%s %s", key, problem(value), { expected = "a sentence that states the reason" })
        end
        for _, language in ipairs(bundle.localizations) do
          if language ~= "Base" and locale.language(language) ~= locale.language(region) then
            local table = bundles.strings(bundle, "InfoPlist", language) or {}
            local entry = table[key]
            if not entry then
              report:at(bundle.info, key, "%s is not localized in '%s'", key, language, {
                fix = "add it to " .. language .. ".lproj/InfoPlist.strings", discriminator = language,
              })
            elseif problem(entry.value) then
              report:at(entry.node, entry.key, "%s %s in '%s'", key, problem(entry.value), language)
            end
          end
        end
      end
    end
  end,
  examples = {
    pass = {
      {},
      { info = { NSCameraUsageDescription = "Takes the picture that you send." } },
      {
        info = { NSCameraUsageDescription = "Takes the picture that you send." },
        localizations = { en = {}, fr = { InfoPlist = { NSCameraUsageDescription = "Prend la photo que vous envoyez." } } },
      },
    },
    fail = {
      { info = { NSCameraUsageDescription = "TODO: ask marketing" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = "Camera" }, at = "/NSCameraUsageDescription" },
      { info = { NSCameraUsageDescription = true }, at = "/NSCameraUsageDescription" },
      {
        info = { NSCameraUsageDescription = "Takes the picture that you send." }, localizations = { fr = {} },
        at = "/NSCameraUsageDescription",
      },
      {
        info = { NSCameraUsageDescription = "Takes the picture that you send." },
        localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "Caméra" } } },
        at = "Contents/Resources/fr.lproj/InfoPlist.strings:/NSCameraUsageDescription",
      },
    },
  },
}
