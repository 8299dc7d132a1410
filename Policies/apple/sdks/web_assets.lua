local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- The files that frameworks for apps in HTML read when they start, by the file that identifies the framework.
local frameworks = {
  {
    name = "Capacitor", signs = { "Frameworks/Capacitor.framework" },
    needs = { { "capacitor.config.json" }, { "public/index.html" } }, fix = "run npx cap sync ios, and build again",
  },
  {
    name = "Cordova", signs = { "Frameworks/Cordova.framework" }, unless = "Frameworks/Capacitor.framework",
    needs = { { "config.xml" }, { "www/index.html", "www" } }, fix = "run cordova prepare ios, and build again",
  },
}

-- Whether the configuration of Cordova names a page on a server, instead of one in the app.
local function is_remote(bundle)
  local file = bundle.files["config.xml"]
  return file ~= nil and file.type == "file" and #values.matches(file, { "<content[^>]{1,200}src=[\"'][a-z]{3,8}://" }) > 0
end

-- For the examples.
local function app(name, files, at, more)
  local inside = { ["Frameworks/" .. name .. ".framework"] = {} }
  for key, value in pairs(more or {}) do inside[key] = value end
  return { platform = "ios", bundles = inside, files = files, at = at }
end
local capacitor = { ["capacitor.config.json"] = "{}", ["public/index.html"] = "x" }

rule "web-assets" {
  summary   = "An app made with Capacitor or Cordova must contain its configuration and its pages",
  severity  = "error",
  rationale = "Without its pages, the framework stops the app or shows nothing: the web build was not copied into the app. It is a warning "
    .. "if only the configuration is missing, or if the app has pages in another folder, which code can name.",
  source    = {
    "https://capacitorjs.com/docs/basics/workflow",
    "https://github.com/ionic-team/capacitor: CAPBridgeViewController.swift, loadWebView and logWarnings",
    "https://github.com/apache/cordova-ios: CDVViewController.m, configFilePath, appUrl and loadStartPage",
  },
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = "ios", files = { "Frameworks/Capacitor.framework", "Frameworks/Cordova.framework" },
  },
  check     = function(bundle, report)
    local has_pages = #bundles.walk(bundle, "**/index.html") > 0 or bundles.exists(bundle, "Frameworks/IonicPortals.framework")
    for _, framework in ipairs(frameworks) do
      local is_there = bundles.exists(bundle, framework.signs[1])
      -- Capacitor brings Cordova with it.
      if is_there and not (framework.unless and bundles.exists(bundle, framework.unless)) then
        for index, paths in ipairs(framework.needs) do
          local is_found = false
          for _, path in ipairs(paths) do is_found = is_found or bundles.exists(bundle, path) end
          is_found = is_found or framework.name == "Cordova" and is_remote(bundle)
          if not is_found then
            report:file(paths[1], "the app is made with %s, which reads '%s' when it starts", framework.name, paths[1], {
              expected = paths[1], fix = framework.fix, severity = (index == 1 or has_pages) and "warning" or nil,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("Cordova", {}), { platform = "tvos" }),
      { platform = "ios" }, app("Capacitor", capacitor), app("Capacitor", capacitor, nil, { ["Frameworks/Cordova.framework"] = {} }),
      app("Cordova", { ["config.xml"] = "x", ["www/start.html"] = "x" }), app("Kit", {}),
      app("Cordova", { ["config.xml"] = '<widget><content src="https://example.com/app" /></widget>' }),
      { platform = "ios", bundles = { ["PlugIns/A.appex"] = { files = { ["Frameworks/Cordova.framework/a"] = "x" } } } },
    },
    fail = {
      app("Capacitor", { ["public/index.html"] = "x" }, "capacitor.config.json"),
      app("Capacitor", { ["capacitor.config.json"] = "{}", ["public/a.js"] = "x" }, "public/index.html"),
      app("Capacitor", { ["capacitor.config.json"] = "{}", ["portals/a/index.html"] = "x" }, "public/index.html"),
      app("Capacitor", { ["capacitor.config.json"] = "{}" }, "public/index.html", { ["Frameworks/IonicPortals.framework"] = {} }),
      app("Cordova", { ["www/index.html"] = "x" }, "config.xml"),
      app("Cordova", { ["config.xml"] = '<content src="index.html" />' }, "www/index.html"),
      app("Cordova", {}, { "config.xml", "www/index.html" }),
    },
  },
}
