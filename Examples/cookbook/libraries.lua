policy "cookbook.libraries" { summary = "No library with known vulnerabilities, no license that the app cannot comply with" }

local licenses = import "apple.components.licenses"

local least = parameter "least_versions" {
  default = { OpenSSL = "3.0.13", curl = "8.4.0", libpng = "1.6.37", zlib = "1.2.12" },
  summary = "the oldest versions of libraries without known vulnerabilities",
}

rule "safe-libraries" {
  summary   = "Libraries must be new enough to have no known vulnerabilities",
  rationale = "A library that is linked statically is in no list of packages, and is forgotten when it should be updated.",
  applies   = { kind = "application", nested = false },
  check     = function(bundle, report)
    for _, part in ipairs(bundles.components(bundle)) do
      local wanted = part.sdk and least[part.sdk]
      if wanted and part.version and version.compare(part.version, wanted, "sparkle") < 0 then
        report:file(part.file or part.path, "contains %s %s, which has known vulnerabilities", part.sdk, part.version, {
          expected = wanted .. " or later", fix = "update the library", discriminator = part.sdk,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "OpenSSL 3.0.15 3 Sep 2024", 'OPENSSLDIR: "/usr"' } } } } },
      -- The header of OpenSSL, without its code.
      { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "OpenSSL 3.0.12 24 Oct 2023" } } } } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "OpenSSL 3.0.12 24 Oct 2023", 'OPENSSLDIR: "/usr"' } } } },
        at = "Contents/MacOS/App",
      },
      {
        bundles = { ["Contents/Frameworks/OpenSSL.framework"] = {
          info = { CFBundleShortVersionString = "1.1.1w" },
          files = { ["Versions/A/OpenSSL"] = { mach_o = { file_type = "dylib", id = "OpenSSL" } } },
        } },
        at = "Contents/Frameworks/OpenSSL.framework/Versions/A/OpenSSL",
      },
    },
  },
}

rule "no-copyleft" {
  summary   = "The bundle must not contain libraries under the GNU General Public License or its Affero version",
  rationale = "The whole app would have to be given away as source code, which the terms of the App Store contradict.",
  applies   = { kind = "application", nested = false },
  check     = function(bundle, report)
    for _, found in ipairs(licenses.files(bundle)) do
      for _, license in ipairs(found.licenses) do
        local is_copyleft = license.name and (license.name:find("^GNU General") or license.name:find("^GNU Affero"))
        if is_copyleft then report:file(found.path, "%s", license.name, { fix = "replace the library" }) end
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/LICENSE"] = "GNU LESSER GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007" } } },
    fail = {
      {
        files = { ["Contents/Resources/COPYING.txt"] = "GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007" },
        at = "Contents/Resources/COPYING.txt",
      },
      {
        files = { ["Contents/Resources/pdf/LICENSE"] = "GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007" },
        at = "Contents/Resources/pdf/LICENSE",
      },
    },
  },
}
