-- Compilers protect the stack, and count references.

policy "cookbook.hardening" { summary = "Code is compiled with the protections of the compiler" }

-- Each of them is called by code that counts references automatically.
local counts = {
  "_objc_release", "_objc_storeStrong", "_objc_autoreleaseReturnValue", "_objc_retainAutoreleasedReturnValue", "_swift_release",
}

local function each_slice(bundle, visit)
  for _, code in ipairs(bundles.code(bundle, { roles = { "main", "program", "library", "plug_in" } })) do
    for _, slice in ipairs(code.file and code.file.mach_o.slices or {}) do visit(code, slice) end
  end
end

rule "stack-protection" {
  summary   = "Code that copies strings must have a protected stack",
  rationale = "With a canary, a buffer that overflows ends the program; without it, an attacker controls the program.",
  severity  = "warning",
  check     = function(bundle, report)
    each_slice(bundle, function(code, slice)
      local imports = slice.imports or {}
      if (imports._strcpy or imports._memcpy or imports._sprintf) and not imports.___stack_chk_fail then
        report:file(code.path, "the %s code does not protect its stack", slice.architecture, {
          fix = "compile it with -fstack-protector-strong", discriminator = slice.architecture,
        })
      end
    end)
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_memcpy", "___stack_chk_fail" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_write" } } } } },
    },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_memcpy" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_strcpy" } } } }, at = "Contents/MacOS/App" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_sprintf" } } } }, at = "Contents/MacOS/App" },
    },
  },
}

rule "reference-counting" {
  summary   = "Objective-C code must be compiled with automatic reference counting",
  rationale = "Releases that are written by hand are forgotten or come twice: the app leaks memory or crashes.",
  severity  = "warning",
  check     = function(bundle, report)
    each_slice(bundle, function(code, slice)
      local imports = slice.imports
      if imports == nil or #(slice.classes or {}) == 0 then return end
      for _, name in ipairs(counts) do
        if imports[name] then return end
      end
      report:file(code.path, "the %s code does not count references automatically", slice.architecture, {
        fix = "compile it with -fobjc-arc", discriminator = slice.architecture,
      })
    end)
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/MacOS/App"] = { mach_o = { classes = { "Main" }, imports = { "_objc_storeStrong" } } } } },
      { files = { ["Contents/MacOS/App"] = { mach_o = { imports = { "_write" } } } } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { mach_o = { classes = { "Main" }, imports = { "_objc_msgSend" } } } },
        at = "Contents/MacOS/App",
      },
    },
  },
}
