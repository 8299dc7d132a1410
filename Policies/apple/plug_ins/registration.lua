-- How the keys of a CFPlugIn are read; the other rules of this folder go by it.
local registration = {}

-- Whether CFPlugIn takes the bundle for one of its own.
function registration.is_plug_in(info)
  return plist.type(info.CFPlugInFactories) == "dictionary" or registration.is_dynamic(info)
end

-- It looks for the text YES, in any case; a Boolean does not do.
function registration.is_dynamic(info)
  local value = info.CFPlugInDynamicRegistration
  return type(value) == "string" and value:upper() == "YES"
end

-- What a linker takes for the name of a function.
function registration.is_function(name)
  return type(name) == "string" and name:find("^[%a_][%w_]*$") ~= nil
end

return registration
