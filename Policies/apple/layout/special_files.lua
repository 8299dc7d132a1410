rule "special-files" {
  summary   = "The bundle must contain only files, folders and symbolic links",
  severity  = "error",
  rationale = "Named pipes, sockets and devices cannot be signed or archived. bundlepolicy never opens them, so what they would contain "
    .. "is not checked.",
  source    = "Security framework: CSCommon.h, errSecCSResourceNotSupported (unsupported resource found: something not a directory, file "
    .. "or symlink)",
  tags      = { "S8" },
  -- The walk includes nested bundles.
  applies   = { nested = false },
  check = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, nil, "other")) do
      report:file(file.path, "'%s' is a named pipe, socket or device", file.path, {
        expected = "a file, folder or symbolic link", fix = "remove it, and find out which step of the build left it there",
      })
    end
  end,
  examples = {
    pass = {
      {}, { platform = "ios" }, { kind = "framework" },
      { files = { ["Contents/Resources/a"] = { directory = true }, ["Contents/Resources/b"] = { link = "a" } } },
    },
    fail = {
      { files = { ["Contents/Resources/pipe"] = { special = true } }, at = "Contents/Resources/pipe" },
      { platform = "ios", files = { socket = { special = true } }, at = "socket" },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/pipe"] = { special = true } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/pipe", count = 1,
      },
      {
        kind = "archive", bundles = { ["Products/Applications/App.app"] = { files = { ["Contents/pipe"] = { special = true } } } },
        at = "Products/Applications/App.app/Contents/pipe",
      },
    },
  },
}
