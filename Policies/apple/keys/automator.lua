-- Automator actions.
local reference = "Automator Programming Guide: Automator Action Property Reference"

return {
  {
    key = "AMAccepts", type = "dictionary", platforms = { macos = "10.4" },
    schema = {keys = { Container = "string", Optional = "boolean", Types = { type = "array", items = "string" } } },
    summary = "Data that the action accepts", source = reference,
  },
  {
    key = "AMApplication", type = "string_or_array", platforms = { macos = "10.4" },
    summary = "Application the action works with", source = reference,
  },
  {
    key = "AMCanShowSelectedItemsWhenRun", type = "boolean", platforms = { macos = "10.4" },
    summary = "Whether parts of the action can be shown while it runs", source = reference,
  },
  {
    key = "AMCanShowWhenRun", type = "boolean", platforms = { macos = "10.4" },
    summary = "Whether the action can be shown while it runs", source = reference,
  },
  {
    key = "AMCategory", type = "string_or_array", platforms = { macos = "10.4" },
    summary = "Group of the action", source = reference,
  },
  {
    key = "AMDefaultParameters", type = "dictionary", platforms = { macos = "10.4" },
    summary = "Initial values of the controls", source = reference,
  },
  {
    key = "AMDescription", type = "dictionary", platforms = { macos = "10.4" }, localizable = true,
    schema = {
      keys = {
        AMDSummary = { type = "string", required = true },
        AMDInput = "string",
        AMDResult = "string",
        AMDOptions = "string",
        AMDAlert = "string",
        AMDNote = "string",
        AMDRequires = "string",
        AMDRelatedActions = "any",
      },
    },
    summary = "What the action does", source = reference,
  },
  {
    key = "AMIconName", type = "string", platforms = { macos = "10.4" },
    summary = "Icon of the action", source = reference,
  },
  {
    key = "AMKeywords", type = "array", platforms = { macos = "10.4" }, localizable = true,
    schema = { items = "string" },
    summary = "Keywords for searching the action", source = reference,
  },
  {
    key = "AMName", type = "string", platforms = { macos = "10.4" }, localizable = true,
    summary = "Name of the action", source = reference,
  },
  {
    key = "AMParameterProperties", type = "dictionary", platforms = { macos = "10.4" },
    summary = "Settings of the controls", source = reference,
  },
  {
    key = "AMProvides", type = "dictionary", platforms = { macos = "10.4" },
    schema = {keys = { Container = "string", Types = { type = "array", items = "string" } } },
    summary = "Data that the action provides", source = reference,
  },
  {
    key = "AMRequiredResources", type = "array", platforms = { macos = "10.4" },
    schema = { items = "dictionary" },
    summary = "Applications and files the action needs", source = reference,
  },
  {
    key = "AMSelectedInputType", type = "string", platforms = { macos = true },
    summary = "Default input type", source = reference,
  },
  {
    key = "AMSelectedOutputType", type = "string", platforms = { macos = true },
    summary = "Default output type", source = reference,
  },
  {
    key = "AMWarning", type = "dictionary", platforms = { macos = "10.4" }, localizable = true,
    summary = "Warning shown before the action changes something", source = reference,
  },
  {
    key = "AMActionVersion", type = "string", platforms = { macos = "10.4" },
    summary = "Version of the action", source = reference,
  },
}
