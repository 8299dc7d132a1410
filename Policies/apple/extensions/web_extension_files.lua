local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- Where the manifest of a web extension names files.
local places = {
  "/background/service_worker", "/background/page", "/background/scripts/*", "/content_scripts/*/js/*", "/content_scripts/*/css/*",
  "/icons/*", "/action/default_popup", "/browser_action/default_popup", "/page_action/default_popup", "/options_page", "/options_ui/page",
  "/action/default_icon/*", "/browser_action/default_icon/*", "/page_action/default_icon/*", "/devtools_page",
  "/declarative_net_request/rule_resources/*/path",
}

-- For the examples.
local web = { NSExtension = {
  NSExtensionPointIdentifier = "com.apple.Safari.web-extension", NSExtensionPrincipalClass = "Handler",
} }
local function extension(manifest, files, at)
  local all = { ["Contents/Resources/manifest.json"] = manifest }
  for name, text in pairs(files or {}) do all["Contents/Resources/" .. name] = text end
  return { info = web, files = all, at = at and "Contents/Resources/manifest.json" .. at }
end

rule "web-extension-files" {
  summary   = "A Safari web extension must contain its manifest, and the files that the manifest names",
  severity  = "error",
  rationale = "Safari does not load an extension without a readable manifest.json, and one whose scripts are missing does nothing.",
  source    = { "Safari web extensions: Creating a Safari web extension", "MDN Web Docs: manifest.json" },
  applies   = { kind = "extension", key = "NSExtension" },
  check     = function(bundle, report)
    local declared = values.dictionary(bundle.info.NSExtension)
    if declared.NSExtensionPointIdentifier ~= "com.apple.Safari.web-extension" then return end
    local folder = bundle.layout == "contents" and "Contents/Resources/" or ""
    local path = folder .. "manifest.json"
    local file = bundle.files[path]
    if not file or file.type == "directory" then
      return report:file(path, "the web extension has no manifest: Safari does not load it", {
        expected = path, fix = "copy the folder of the web extension into the resources",
      })
    end
    -- A link that leads nowhere is reported by links-stay-inside.
    if not values.can_open(file) then return end
    -- files-are-whole reports a manifest that cannot be read.
    local is_read, problem = pcall(bundles.problem, bundle, path)
    if not is_read then return end
    if problem then
      return report:file(path, "line %d: %s: Safari does not load the extension", problem.line or 1, problem.message, {
        fix = "correct the manifest",
      })
    end
    local manifest = file.json
    if plist.type(manifest) ~= "dictionary" then
      return report:file(path, "the manifest is not a dictionary: Safari does not load the extension", { fix = "correct the manifest" })
    end
    for _, place in ipairs(places) do
      for _, entry in ipairs(plist.find(manifest, place)) do
        local name = values.text(entry.value)
        local own = name and name:match("%.?/?([^?#]*)")
        if own and not own:find("%*") and not bundles.exists(bundle, folder .. own) then
          report:at(entry.node, entry.key, "the manifest names '%s', which is not in the extension", name, {
            expected = folder .. own, fix = "copy the file, or correct the name",
          })
        end
      end
    end
    local language = values.text(manifest.default_locale)
    if language and not bundles.exists(bundle, folder .. "_locales/" .. language .. "/messages.json") then
      report:at(manifest, "default_locale", "the extension has no messages for its default language '%s': Safari does not load it",
        language, {
        expected = folder .. "_locales/" .. language .. "/messages.json", fix = "copy the messages, or correct the language",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(extension("{", nil), { kind = "plugin" }),
      {}, extension('{"manifest_version": 3}'),
      extension('{"background": {"scripts": ["./a.js"], "service_worker": "/a.js"}, "icons": {"48": "images/48.png"}}', {
        ["a.js"] = "x", ["images/48.png"] = "x",
      }),
      extension('{"default_locale": "en", "content_scripts": [{"js": ["a.js?v=1"], "css": ["*.css"]}]}', {
        ["a.js"] = "x", ["_locales/en/messages.json"] = "{}",
      }),
      { platform = "ios", info = web, files = { ["manifest.json"] = '{"options_ui": {"page": "o.html"}}', ["o.html"] = "x" } },
      extension('{"icons": {"48": 1}, "devtools_page": ""}'),
      { info = { NSExtension = "x", CFBundleExecutable = { true } } },
    },
    fail = {
      { info = web, at = "Contents/Resources/manifest.json" }, { platform = "ios", info = web, at = "manifest.json" },
      extension("[]", nil, ""), extension({ directory = true }, nil, ""), extension("{", nil, ""),
      extension('{"background": {"service_worker": "a.js"}}', nil, ":/background/service_worker"),
      extension('{"content_scripts": [{"js": ["a.js", "b.js"]}]}', { ["a.js"] = "x" }, ":/content_scripts/0/js/1"),
      extension('{"icons": {"48": "48.png"}}', nil, ":/icons/48"),
      extension('{"action": {"default_popup": "p.html"}}', nil, ":/action/default_popup"),
      extension('{"default_locale": "en"}', nil, ":/default_locale"),
      { platform = "ios", info = web, files = { ["manifest.json"] = '{"options_page": "o.html"}' }, at = "manifest.json:/options_page" },
    },
  },
}
