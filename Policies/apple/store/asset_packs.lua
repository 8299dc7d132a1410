local limit = 512e6

rule "asset-packs" {
  summary   = "An on-demand resource pack must have at most 512 MB",
  severity  = "error",
  rationale = "The store rejects larger packs.",
  source    = { "ITMS-90557", "On-Demand Resources Guide: Platform sizes" },
  tags      = { "ITMS-90557" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, nested = false },
  check     = function(bundle, report)
    local sizes, names = {}, {}
    local function add(path, file)
      local pack = path:match("(.*%.assetpack)/") or path:match("(.*%.assetpack)$")
      if pack and file.type == "file" then
        if not sizes[pack] then names[#names + 1] = { pack, file } end
        sizes[pack] = (sizes[pack] or 0) + file.size
      end
    end
    for _, file in ipairs(bundles.files(bundle, "**/*.assetpack/**", "file")) do add(file.path, file) end
    for path, file in pairs(bundle.delivery and bundle.delivery.files or {}) do
      if path:find("%.assetpack") then add(path, file) end
    end
    for _, entry in ipairs(names) do
      local pack, file = table.unpack(entry)
      if sizes[pack] > limit then
        report:file(file, "%s has %d MB", pack, sizes[pack] // 1000000, {
          expected = "at most 512 MB", fix = "divide its tags into several packs", discriminator = pack,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { files = { ["OnDemandResources/a.assetpack/a.bin"] = { size = 512e6 } } },
      { delivery = { files = { ["OnDemandResources/a.assetpack.bin"] = { size = 513e6 } } } },
      {}, { files = { ["OnDemandResources/a.assetpack/a.bin"] = { size = 500e6 },
        ["OnDemandResources/b.assetpack/a.bin"] = { size = 500e6 } } },
    },
    fail = {
      {
        delivery = { files = { ["OnDemandResources/a.assetpack"] = { size = 513e6 } } }, at = "../../OnDemandResources/a.assetpack",
      },
      {
        files = { ["OnDemandResources/a.assetpack/a.bin"] = { size = 300e6 }, ["OnDemandResources/a.assetpack/b.bin"] = { size = 300e6 } },
        message = "600 MB", at = "OnDemandResources/a.assetpack/a.bin",
      },
      {
        delivery = { files = { ["OnDemandResources/a.assetpack/a.bin"] = { size = 513e6 } } },
        at = "../../OnDemandResources/a.assetpack/a.bin",
      },
    },
  },
}
