-- Input methods and keyboards of macOS.
return {
  {
    key = "ComponentInputModeDict", type = "dictionary", platforms = { macos = "10.5" },
    schema = {
      keys = {
        tsInputModeListKey = { type = "dictionary", summary = "Modes by identifier" },
        tsVisibleInputModeOrderedArrayKey = { type = "array", items = "string", summary = "Modes in the order of the menu" },
      },
    },
    summary = "Modes of the input method", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "ComponentInvisibleInSystemUI", type = "boolean", platforms = { macos = "10.5" },
    summary = "Whether the input method stays out of the menu",
    source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "InputMethodConnectionName", type = "string", platforms = { macos = "10.5" },
    summary = "Connection clients reach the input method by",
    source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "InputMethodServerControllerClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that handles a session", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "InputMethodServerDelegateClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that helps the controller", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "InputMethodServerDataSourceClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class that supplies candidates", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "InputMethodServerPreferencesWindowControllerClass", type = "string", platforms = { macos = "10.5" },
    summary = "Class of the settings window", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISIconIsTemplate", type = "boolean", platforms = { macos = "10.10" },
    summary = "Whether the icon is drawn in the menu bar's colour",
    source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISIconLabels", type = "dictionary", platforms = { macos = "11.0" },
    summary = "Letters drawn instead of an icon", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISInputSourceID", type = "string", platforms = { macos = "10.5" },
    summary = "Identifier of the input source", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISIntendedLanguage", type = "string", platforms = { macos = "10.5" },
    summary = "Language of the input source", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISParticipatesInTouchBar", type = "boolean", platforms = { macos = "10.12" },
    summary = "Whether the input source uses the Touch Bar",
    source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "TISUnifiedUIForInputMethodEnabling", type = "boolean", platforms = { macos = "10.9" },
    summary = "Whether all modes are enabled at once", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "tsInputMethodAlternateIconFileKey", type = "string", platforms = { macos = "10.5" },
    summary = "Icon while selected", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "tsInputMethodCharacterRepertoireKey", type = "array", platforms = { macos = "10.5" },
    schema = { items = "string" },
    summary = "Scripts or languages that can be typed", source = "InputMethodKit and Text Input Source Services",
  },
  {
    key = "tsInputMethodIconFileKey", type = "string", platforms = { macos = "10.5" },
    summary = "Icon of the input method", source = "InputMethodKit and Text Input Source Services",
  },
}
