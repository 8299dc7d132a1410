-- What the system shows when an app asks for the camera, the microphone, the position…: a real sentence, in every language.

policy "cookbook.usage-descriptions" { summary = "People are told why" }

local shortest = parameter "shortest" { default = 12, summary = "characters that a reason has at least" }

local placeholders = { "todo", "fixme", "xxx", "lorem ipsum", "placeholder", "$(", "${" }

local function problem(text)
  local lower = text:lower()
  for _, word in ipairs(placeholders) do
    if lower:find(word, 1, true) then return "is a placeholder" end
  end
  if (utf8.len(text) or 0) < shortest then return "says too little" end
end

rule "usage-descriptions" {
  summary   = "Every reason for asking is a sentence, in every language of the app",
  rationale = "An app without a reason is stopped when it asks, one with a placeholder is rejected, and one in the wrong language is refused by people.",
  applies   = { kind = { "application", "extension" } },
  check = function(bundle, report)
    local region = bundle.info.CFBundleDevelopmentRegion or "en"
    for key, value in pairs(bundle.info) do
      if key:find("UsageDescription$") then
        if plist.type(value) ~= "string" then
          report:at(bundle.info, key, "%s is no text", key, { expected = "a sentence" })
        elseif problem(value) then
          report:at(bundle.info, key, "%s %s", key, problem(value), { expected = "a sentence that says what for" })
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
      { info = { NSCameraUsageDescription = "TODO: ask marketing" } },
      { info = { NSCameraUsageDescription = "Camera" } },
      { info = { NSCameraUsageDescription = true } },
      { info = { NSCameraUsageDescription = "Takes the picture that you send." }, localizations = { fr = {} } },
      {
        info = { NSCameraUsageDescription = "Takes the picture that you send." },
        localizations = { fr = { InfoPlist = { NSCameraUsageDescription = "Caméra" } } },
      },
    },
  },
}
