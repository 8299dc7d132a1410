-- Input methods and keyboards of macOS.
local reference = "InputMethodKit and Text Input Source Services"

return {
  {
    key = "ComponentInputModeDict", type = "dictionary", platforms = { macos = "10.5" },
    schema = {
      keys = {
        TISUnifiedUIForInputMethodEnabling = { type = "boolean", summary = "Whether all modes are enabled at once" },
        tsInputModeListKey = {
          type = "dictionary",
          summary = "Modes by identifier",
          others = {
            type = "dictionary",
            keys = {
              TISInputSourceID = "string",
              TISIntendedLanguage = "string",
              tsInputModeAlternateMenuIconFileKey = "string",
              tsInputModeCharacterRepertoireKey = { type = "array", items = "string" },
              tsInputModeDefaultStateKey = "boolean",
              tsInputModeIsVisibleKey = "boolean",
              tsInputModeKeyEquivalentKey = "string",
              tsInputModeKeyEquivalentModifiersKey = "integer",
              tsInputModeMenuIconFileKey = "string",
              tsInputModePaletteIconFileKey = "string",
              tsInputModePrimaryInScriptKey = "boolean",
              tsInputModeScriptKey = "string",
            },
          },
        },
        tsVisibleInputModeOrderedArrayKey = {
          type = "array", items = "string", summary = "Modes in the order of the menu",
        },
      },
    },
    summary = "Modes of the input method", source = reference,
  },
  {
    key = "ComponentInvisibleInSystemUI", type = "boolean", platforms = { macos = "10.5" },
    summary = "Whether the input method stays out of the menu", source = reference,
  },
  {
    key = "InputMethodConnectionName", type = "string", platforms = { macos = "10.5" },
    summary = "Connection that clients use for the input method", source = reference,
  },
  {
    key = "InputMethodServerControllerClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that handles a session", source = reference,
  },
  {
    key = "InputMethodServerDelegateClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that helps the controller", source = reference,
  },
  {
    key = "InputMethodServerDataSourceClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that supplies candidates", source = reference,
  },
  {
    key = "InputMethodServerPreferencesWindowControllerClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class of the settings window", source = reference,
  },
  {
    key = "TISIconIsTemplate", type = "boolean", platforms = { macos = true },
    summary = "Whether the icon is drawn in the menu bar's color", source = reference,
  },
  {
    key = "TISIconLabels", type = "dictionary", platforms = { macos = true },
    summary = "Letters drawn instead of an icon", source = reference,
  },
  {
    key = "TISInputSourceID", type = "string", platforms = { macos = "10.5" },
    summary = "Identifier of the input source", source = reference,
  },
  {
    key = "TISIntendedLanguage", type = "string", platforms = { macos = "10.5" },
    summary = "Language of the input source", source = reference,
  },
  {
    key = "TISParticipatesInTouchBar", type = "boolean", platforms = { macos = "10.12" },
    summary = "Whether the input source uses the Touch Bar", source = reference,
  },
  {
    key = "tsInputMethodPaletteIconFileKey", type = "string", platforms = { macos = "10.5" },
    summary = "Icon in the input palette", source = reference,
  },
  {
    key = "tsInputMethodAlternateIconFileKey", type = "string", platforms = { macos = "10.5" },
    summary = "Icon while selected", source = reference,
  },
  {
    key = "tsInputMethodCharacterRepertoireKey", type = "array", platforms = { macos = "10.5" },
    schema = { items = "string" },
    summary = "Scripts or languages that can be typed", source = reference,
  },
  {
    key = "tsInputMethodIconFileKey", type = "string", platforms = { macos = "10.5" },
    summary = "Icon of the input method", source = reference,
  },
}
