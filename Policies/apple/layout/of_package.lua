-- Whether a file belongs to a package for Node or Python, whose own tests and templates no one reads in the app.
return function(path) return path:find("node_modules/") or path:find("site%-packages/") or path:find("/python%d[%d.]*/") end
