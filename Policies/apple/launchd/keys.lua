local elsewhere = import "apple.elsewhere"
local lists = import "apple.launchd.lists"

local text, number, flag, list, dictionary = "a string", "an integer", "a Boolean", "a list", "a dictionary"
local names = { string = text, integer = number, boolean = flag, array = list, dictionary = dictionary }

-- The types that launchd reads the values of keys as.
local types = {
  Label = { text }, Program = { text }, BundleProgram = { text }, ProgramArguments = { list }, EnvironmentVariables = { dictionary },
  MachServices = { dictionary }, Sockets = { dictionary }, RunAtLoad = { flag }, KeepAlive = { flag, dictionary }, Disabled = { flag },
  AbandonProcessGroup = { flag }, EnableTransactions = { flag }, SessionCreate = { flag }, LaunchOnlyOnce = { flag },
  StartOnMount = { flag }, LowPriorityIO = { flag }, StartInterval = { number }, ThrottleInterval = { number }, ExitTimeOut = { number },
  Nice = { number }, StartCalendarInterval = { dictionary, list }, WatchPaths = { list }, QueueDirectories = { list },
  StandardOutPath = { text }, StandardErrorPath = { text }, WorkingDirectory = { text }, UserName = { text }, GroupName = { text },
  ProcessType = { text }, LimitLoadToSessionType = { text, list }, AssociatedBundleIdentifiers = { text, list },
}

-- Keys by their names in lower case, for those that differ from one in case only.
local function by_lower_case(entries)
  local result = {}
  for key in pairs(entries) do result[key:lower()] = key end
  return result
end
local known = by_lower_case(types)
local times = { Minute = true, Hour = true, Day = true, Weekday = true, Month = true }
local known_times = by_lower_case(times)

local function judge_times(report, entry)
  for key, value in pairs(entry) do
    if not times[key] then
      local meant = known_times[key:lower()]
      report:at(entry, key, "launchd does not know the time '%s', and ignores it", key, {
        expected = meant or "Minute, Hour, Day, Weekday or Month", fix = meant and "write " .. meant or "remove the key",
      })
    elseif plist.type(value) ~= "integer" then
      report:at(entry, key, "%s is %s; an integer is expected", key, names[plist.type(value)] or "of another type", {
        expected = "an integer", fix = "write the value as <integer>",
      })
    end
  end
end

local function judge(report, entry)
  for key, value in pairs(entry) do
    local expected = types[key]
    local actual = names[plist.type(value)] or "of another type"
    local meant = not expected and known[key:lower()]
    if meant then
      report:at(entry, key, "launchd does not know the key '%s', and ignores it", key, { expected = meant, fix = "write " .. meant })
    elseif expected and actual ~= expected[1] and actual ~= expected[2] then
      report:at(entry, key, "%s is %s; %s is expected, so launchd ignores it", key, actual, table.concat(expected, " or "), {
        expected = table.concat(expected, " or "), fix = "write the value with the tag of its type, such as <true/> or <integer>",
      })
    elseif key == "StartCalendarInterval" then
      for _, times_of_one in ipairs(actual == list and value or { value }) do
        if plist.type(times_of_one) == "dictionary" then judge_times(report, times_of_one) end
      end
    end
  end
end

-- For the examples.
local plist_text = "<plist><dict>%s</dict></plist>"
local function app(inner, at)
  local path = "Contents/Library/LaunchAgents/com.example.agent.plist"
  return { files = { [path] = plist_text:format(inner) }, at = at and path .. ":/" .. at }
end
local function entry(key, value) return "<key>" .. key .. "</key>" .. value end
local function times_of(inner) return entry("StartCalendarInterval", "<dict>" .. inner .. "</dict>") end
local zero = "<integer>0</integer>"

rule "launchd-keys" {
  summary   = "The keys of launchd property lists must be spelled as launchd reads them, with values of the right types",
  severity  = "error",
  rationale = "launchd compares names exactly and does not convert values: with RunAtLoad as the string 'true', the agent does not start "
    .. "at login, and with 'hour' instead of 'Hour' it runs every minute of the day.",
  source    = { "launchd.plist(5)", "Daemons and Services Programming Guide: Creating Launch Daemons and Agents" },
  applies   = { kind = "application", platform = { "macos", "catalyst" }, files = lists.patterns },
  check     = function(bundle, report)
    for _, file in ipairs(lists.of(bundle, lists.patterns)) do judge(report, file.list) end
  end,
  examples  = {
    pass = {
      {}, app(entry("Label", "<string>a</string>") .. entry("RunAtLoad", "<true/>") .. entry("KeepAlive", "<dict/>")),
      app(entry("KeepAlive", "<true/>") .. entry("StartInterval", zero) .. entry("AnotherKey", "<string>x</string>")),
      app(times_of(entry("Hour", zero) .. entry("Minute", zero) .. entry("Weekday", zero))),
      app(entry("StartCalendarInterval", "<array><dict>" .. entry("Day", zero) .. entry("Month", zero) .. "</dict><string>a</string>"
        .. "</array>")),
      app(entry("LimitLoadToSessionType", "<array/>")), elsewhere(app(entry("runatload", "<true/>")), { kind = "plugin" }),
    },
    fail = {
      app(entry("RunAtLoad", "<string>true</string>"), "RunAtLoad"),
      app(entry("ProgramArguments", "<string>a</string>"), "ProgramArguments"),
      app(entry("runAtLoad", "<true/>"), "runAtLoad"), app(entry("StartInterval", "<string>60</string>"), "StartInterval"),
      app(entry("KeepAlive", "<string>YES</string>"), "KeepAlive"), app(entry("Label", "<date>2026-01-01T00:00:00Z</date>"), "Label"),
      app(times_of(entry("hour", zero)), "StartCalendarInterval/hour"), app(times_of(entry("Year", zero)), "StartCalendarInterval/Year"),
      app(times_of(entry("Hour", "<string>3</string>")), "StartCalendarInterval/Hour"),
      app(times_of(entry("Hour", "<real>3.5</real>")), "StartCalendarInterval/Hour"),
      app(entry("StartCalendarInterval", "<array><dict>" .. entry("minute", zero) .. "</dict></array>"), "StartCalendarInterval/0/minute"),
      app(entry("StartCalendarInterval", "<string>x</string>"), "StartCalendarInterval"),
      {
        platform = "catalyst", files = { ["Contents/Library/LaunchDaemons/a.plist"] = "{ label = a; }" },
        at = "Contents/Library/LaunchDaemons/a.plist:/label",
      },
    },
  },
}
