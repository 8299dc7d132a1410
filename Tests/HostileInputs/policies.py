"""Generates policies that try to run, grow or break without bounds. The same seed gives the same policy."""

import random

# Strings that need no escapes in Lua.
STRINGS = [
    "''", "'a'", "'\\0'", "'1'", "'%d'", "'-'", "'^'", "'.-'", "'[[:x:]'", "'%b'", "'%f'", "'%'", "'(()'", "'\\xff'", "'1.2.3'",
    "'CFBundleIdentifier'", "'/a/*/b'", "'**/*.plist'", "'en'", "'../x'", "'.'", "'/'",
    "('x'):rep(20 << 20)", "('x'):rep(1 << 20)", "('1'):rep(1 << 20)", "('0'):rep(1 << 20) .. '1'", "'0x' .. ('f'):rep(1 << 20)",
    "'0x.' .. ('0'):rep(1 << 20) .. '1p' .. ('9'):rep(30)", "('1'):rep(1 << 19) .. 'e' .. ('9'):rep(1000)", "(' '):rep(1 << 20) .. '7'",
    "'7' .. (' '):rep(1 << 20)", "'-' .. ('9'):rep(200)", "'1e' .. ('9'):rep(1 << 16)", "('\\0'):rep(1 << 20)", "('\\xff'):rep(1 << 20)",
    "('\\u{4E2D}'):rep(300000)", "('\\xf0\\x9f'):rep(300000)", "('%'):rep(1 << 18)", "('%s'):rep(100000)", "('%99.99f'):rep(3000)",
    "('('):rep(100000)", "('a?'):rep(28) .. ('a'):rep(28)", "('.-'):rep(20) .. 'b'", "('(.-)'):rep(30) .. 'b'", "('[a-z]*'):rep(20) .. '!'",
    "('%b()'):rep(20)", "('%f[%w]'):rep(1000)", "('a'):rep(3000)", "('ab'):rep(1 << 19)", "('1.'):rep(1 << 18) .. '1'",
    "('1-'):rep(1 << 16) .. 'b'", "('/a'):rep(1 << 18)", "('/*'):rep(40)", "('~1'):rep(1 << 18)", "('**/'):rep(5000)", "('*a'):rep(40)",
    "('?*'):rep(1000)", "('{a,'):rep(5000)", "('{a,b}'):rep(30)", "('['):rep(1 << 16)", "('en-'):rep(1 << 16)", "('a-'):rep(1 << 18)",
    "('../'):rep(1 << 16)", "('x/'):rep(1 << 17)", "('.x'):rep(1 << 18)", "('A'):rep(255)",
]
NUMBERS = [
    "0", "-0.0", "1", "-1", "2", "7", "255", "1 << 20", "1 << 31", "-(1 << 31)", "1 << 53", "1e15", "1e308", "-1e308", "5e-324", "0.5",
    "math.maxinteger", "math.mininteger", "math.huge", "-math.huge", "0/0", "3.7", "1e6", "100000",
]
TABLES = [
    "{}", "{ 1, 2, 3 }", "many", "collided", "deep", "ring", "proxy", "silent", "named", "sparse", "getmetatable(proxy)", "_ENV_",
]
FUNCTIONS = ["spin", "sink", "thrower", "selfish", "pcall", "error", "string.rep", "math.max", "tostring", "next", "report", "function(...) return ... end"]
HOST = ["bundle", "bundle.info", "bundle.files", "bundle.bundles", "bundle.history", "report", "version.parse('1.2')", "keys.CFBundleName",
        "bundle.files['Contents/Info.plist']", "bundle.info.List", "bundle.info.When", "bundle.info.Blob", "nil", "true", "false"]
LIBRARY = [
    "string.byte", "string.char", "string.find", "string.format", "string.gmatch", "string.gsub", "string.len", "string.lower", "string.match",
    "string.rep", "string.reverse", "string.sub", "string.upper", "table.concat", "table.insert", "table.move", "table.pack", "table.remove",
    "table.sort", "table.unpack", "utf8.char", "utf8.codepoint", "utf8.len", "utf8.offset", "utf8.codes", "math.abs", "math.ceil", "math.floor",
    "math.fmod", "math.max", "math.min", "math.modf", "math.sqrt", "math.tointeger", "math.type", "math.ult", "math.exp", "math.log",
    "assert", "error", "ipairs", "next", "pairs", "pcall", "select", "tonumber", "tostring", "type", "xpcall", "setmetatable", "getmetatable",
    "version.parse", "version.compare", "plist.type", "plist.resolve", "plist.variants", "plist.place", "plist.path", "plist.format",
    "plist.find", "plist.diagnostics", "keys.is_custom", "keys.nearest", "keys.parents", "keys.apple_prefix", "keys.split", "bundles.read",
    "bundles.resource", "bundles.problem", "bundles.strings", "bundles.localized_info", "bundles.strays", "bundles.twins", "bundles.exists", "bundles.walk",
    "glob.match", "glob.find", "locale.canonical", "locale.matches", "uuid.canonical", "report", "report.at", "report.missing", "report.file",
]
OPERATORS = ["+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<", "<=", ">", ">="]
METAMETHODS = ["index", "newindex", "call", "len", "eq", "lt", "le", "concat", "unm", "add", "bnot", "tostring", "pairs", "close", "name", "idiv", "band"]

# Values that every body can use. Each is made only if it is used, so that a case has few of them.
VALUES = {
    "many": "local many = {} for i = 1, 1 << 18 do many[i] = i end",
    "named": "local named = {} for i = 1, 30000 do named['k' .. i] = i end",
    "sparse": "local sparse = {} for i = 0, 61 do sparse[1 << i] = i sparse[-(1 << i)] = i end",
    "deep": "local deep = {} for i = 1, 100000 do deep = { deep } end",
    "ring": "local ring = setmetatable({}, {}) getmetatable(ring).__index = ring getmetatable(ring).__newindex = ring",
    "proxy": "local proxy = setmetatable({}, { __len = function() return 1 << 60 end, __index = function() return 1 end, "
             "__newindex = function() end, __call = function() return 1 end, __concat = function(a) return a end, __close = function() end })",
    "silent": "local silent = setmetatable({}, { __len = function() return 1 << 60 end, __index = math.max, __newindex = math.max, __call = pcall })",
    "spin": "local function spin() while true do end end",
    "sink": "local kept = {} local function sink(...) kept[#kept + 1] = { ... } return true end",
    "thrower": "local function thrower(...) error({ ... }, 0) end",
    "selfish": "local function selfish(...) return 1 + selfish(1, ...) end",
    "_ENV_": "local _ENV_ = setmetatable({}, { __index = _ENV })",
}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, choices):
        return self.random.choice(choices)

    def number(self):
        if self.random.random() < 0.2:
            return str(self.random.randint(-1 << 63, (1 << 63) - 1)) if self.random.random() < 0.5 else repr(self.random.uniform(-1e18, 1e18))
        return self.pick(NUMBERS)

    def string(self):
        return self.pick(STRINGS)

    def value(self):
        return self.pick([self.string, self.string, self.number, self.number, lambda: self.pick(TABLES), lambda: self.pick(FUNCTIONS),
                          lambda: self.pick(HOST)])()

    def arguments(self, at_most=5):
        values = [self.value() for _ in range(self.random.randint(0, at_most))]
        if self.random.random() < 0.05:
            values.append("table.unpack({}, 1, 200000)")
        return values

    def function_arguments(self, name):
        """Arguments of the types that a function expects, mostly: others are rejected at once."""
        if self.random.random() < 0.25:
            return self.arguments()
        s, n, t, f = self.string, self.number, lambda: self.pick(TABLES), lambda: self.pick(FUNCTIONS)
        h = lambda: self.pick(HOST)
        forms = {
            "string.find": [s, s, n, lambda: self.pick(["true", "false", "nil"])], "string.match": [s, s, n], "string.gmatch": [s, s],
            "string.gsub": [s, s, lambda: self.pick([s, t, f])(), n], "string.rep": [s, n, s], "string.format": [s, s, n, s],
            "string.byte": [s, n, n], "string.sub": [s, n, n], "string.char": [n, n], "utf8.char": [n, n], "utf8.len": [s, n, n],
            "utf8.codepoint": [s, n, n], "utf8.offset": [s, n, n], "utf8.codes": [s], "table.concat": [t, s, n, n], "table.insert": [t, n, n],
            "table.remove": [t, n], "table.move": [t, n, n, n, t], "table.sort": [t, f], "table.unpack": [t, n, n], "select": [n, n, s],
            "next": [t, n], "pairs": [t], "ipairs": [t], "setmetatable": [t, t], "xpcall": [f, f, s], "pcall": [f, s, n],
            "tonumber": [s, n], "version.parse": [s, lambda: self.pick(["'apple'", "'semver'", "'sparkle'"])],
            "version.compare": [s, s, lambda: self.pick(["'apple'", "'semver'", "'sparkle'"])], "glob.match": [s, s], "glob.find": [h, s],
            "plist.find": [h, s], "plist.resolve": [h, s, t], "plist.variants": [h, s], "plist.place": [h, s], "plist.path": [h],
            "bundles.read": [h, s], "bundles.problem": [h, s], "bundles.resource": [h, s, s, s], "bundles.strings": [h, s, s], "bundles.localized_info": [h, s, s],
            "bundles.exists": [h, s], "report": [s, s, n], "report.at": [lambda: "report", h, s, s, s], "report.missing": [lambda: "report", h, s, s],
            "report.file": [lambda: "report", s, s, s],
        }
        form = forms.get(name)
        if form is None:
            kind = name.split(".")[0]
            form = {"string": [s, n], "utf8": [s, n], "math": [lambda: self.pick([s, n])(), n], "keys": [s], "locale": [s, s], "uuid": [s],
                    "bundles": [lambda: "bundle", s], "plist": [h, s]}.get(kind)
        if form is None:
            return self.arguments()
        length = self.random.randint(max(1, len(form) - 2), len(form))
        return [make() for make in form[:length]]

    def call(self):
        name = self.pick(LIBRARY)
        return f"{name}({', '.join(self.function_arguments(name))})"

    def expression(self):
        roll = self.random.random()
        if roll < 0.62:
            return self.call()
        if roll < 0.8:
            return f"({self.value()}) {self.pick(OPERATORS)} ({self.value()})"
        if roll < 0.86:
            return f"#({self.value()})"
        if roll < 0.92:
            return f"({self.value()})[{self.value()}]"
        return f"math.max({', '.join(self.arguments(8)) or '1'})"

    def work(self):
        """One statement that may do a lot of work."""
        roll = self.random.random()
        if roll < 0.6:
            return f"local _ = {self.expression()}"
        if roll < 0.7:
            # Values are made once, because the operation is tested by repeating it.
            return f"local a, b = {self.value()}, {self.value()} for i = 1, 1000 do local _ = a {self.pick(OPERATORS)} b end"
        if roll < 0.78:
            iterator = self.pick(["pairs({})", "ipairs({})", "utf8.codes({})", "next, {}", "string.gmatch({}, {})"])
            return f"for a, b in {iterator.format(self.value(), self.string())} do local _ = a end"
        if roll < 0.86:
            key = self.pick(METAMETHODS)
            return f"local m = setmetatable({{}}, {{ __{key} = {self.pick(FUNCTIONS + ['proxy', 'ring', '1', '{}'])} }}) " \
                   f"local _ = {self.pick(['m.x', 'm[1]', 'm()', '#m', 'm == setmetatable({}, getmetatable(m))', 'm < m', 'm .. m', '-m', 'tostring(m)', 'm + 1', 'm & 1'])}"
        if roll < 0.92:
            return f"local _ENV = setmetatable({{}}, {{ __index = {self.pick(['_ENV', 'string', 'proxy', 'function(_, k) return k end'])} }}) local _ = {self.expression()}"
        return f"local c <close> = setmetatable({{}}, {{ __close = {self.pick(FUNCTIONS)} }}) local _ = {self.expression()}"

    def guarded(self, statement):
        roll = self.random.random()
        if roll < 0.5:
            return f"pcall(function() {statement} end)"
        if roll < 0.6:
            return f"xpcall(function() {statement} end, {self.pick(['spin', 'thrower', 'sink', 'tostring', 'function(e) return e end', 'function(e) error(e) end'])})"
        return f"do {statement} end"

    def loop(self, statement):
        """A loop without end."""
        return self.pick([
            "while true do {} end", "repeat {} until false", "for i = 1, math.huge do {} end", "for i = 1, 1000000 do {} end",
            "::again:: {} goto again", "local function f() {} return f() end f()", "local function f() {} f() end f()",
            "local function f() {} pcall(f) end while true do f() end", "table.sort(many, function(a, b) {} return a > b end)",
            "('x'):rep(1 << 20):gsub('x', function() {} end)", "for _ in function() return 1 end do {} end",
            "local t = setmetatable({{}}, {{ __index = function(t, k) {} return t[k + 1] end }}) while true do pcall(function() return t[1] end) end",
            "local function f(n) {} if n > 0 then f(n - 1) f(n - 1) end end f(60)",
            "local function f(...) {} return pcall(f, 1, ...) end f()",
        ]).format(statement)

    def special(self):
        """Runaways that random generation would not find."""
        r = self.random.randint
        multiplier = self.pick([(1 << r(8, 22)) - 1, (1 << r(8, 22)) + 1, 1 << r(8, 40), r(2, 1 << 24)])
        size = self.pick([1000, 20000, 200000, 1 << 18, (1 << 18) + 1, (1 << 19) - 1])
        return self.pick([
            f"local t = {{}} for i = 1, {size} do t[i * {multiplier}] = i end while true do for i = 1, {size} do local _ = t[i * {multiplier}] end end",
            f"local t = {{}} for i = 1, {size} do t[i * {multiplier} + 0.5] = i end for i = 1, 1e9 do t[-i - 0.5] = 1 t[-i - 0.5] = nil end",
            f"local t = {{}} for i = 1, 1e9 do t[i * {multiplier}] = i t[i * {multiplier}] = nil end",
            f"local t = {{}} for i = 1, {size} do table.insert(t, 1, i) end", f"local t = {{}} for i = 1, {size} do t[i] = i end while #t > 0 do table.remove(t, 1) end",
            f"local s = '' for i = 1, 1e9 do s = s .. {self.string()} end", "local s = 'x' while true do s = s .. s end",
            f"local a, b = ('x'):rep({r(1, 25)} << 20) .. 'a', ('x'):rep({r(1, 25)} << 20) .. 'b' while true do local _ = a {self.pick(['==', '<', '<=', '~='])} b end",
            f"local s = ('1'):rep({r(1, 1 << 20)}) while true do pcall(function() return s {self.pick(['+', '*', '//', '|', '..', '%'])} {self.pick(['1', 's', '1.5'])} end) end",
            f"local s = {self.pick(STRINGS)} while true do pcall({self.pick(['math.max', 'math.floor', 'string.format', 'tonumber', 'math.tointeger', 'utf8.char', 'string.char'])}, {self.pick(['s', chr(39) + '%d' + chr(39) + ', s', 's, s'])}) end",
            f"while true do report:missing(bundle.info, ('k'):rep({r(1, 1 << 20)})) end",
            f"local i = 0 while true do i = i + 1 report:missing(bundle.info, ('k'):rep({r(1, 1 << 20)}) .. i, {self.string()}) end",
            f"while true do report({self.string()}) end", f"while true do report('%s', {self.string()}, {{ fix = {self.string()}, expected = {self.string()} }}) end",
            f"for i = 1, 1e9 do report:file('x' .. i, 'm', {{ discriminator = {self.string()} .. i }}) end",
            f"while true do report:at(bundle.info, {self.string()}, {self.string()}) end",
            f"local function f(...) while true do {self.pick(['select(1, ...)', 'local _ = {...}', 'math.max(...)', 'string.char(...)', 'table.pack(...)', 'report(...)', 'pcall(f, ...)'])} end end f(table.unpack(many, 1, {r(1, 60000)}))",
            f"local t = setmetatable({{}}, {{}}) for i = 1, {r(10, 5000)} do t = setmetatable({{}}, {{ __index = t }}) end while true do pcall(function() return t.x end) end",
            f"local t = {{}} for i = 1, {r(2, 199)} do t = setmetatable({{}}, {{ __call = t }}) end while true do pcall(t) end",
            "local function h(e) return xpcall(error, h, e) end while true do h() end",
            f"local e = {self.value()} while true do pcall(error, e, {self.number()}) end",
            f"local e = {self.value()} error(e, {self.number()})",
            "local function f() local c <close> = setmetatable({}, { __close = function() f() end }) error('x') end f()",
            "local function f(n) local c <close> = setmetatable({}, { __close = function() while true do end end }) if n > 0 then f(n - 1) end end f(100)",
            f"local fs = {{}} for i = 1, 1e9 do local x = {self.value()} fs[i] = function() return x end end",
            f"local s = ('ab'):rep({r(1, 1 << 20)}) while true do for w in s:gmatch({self.string()}) do end end",
            f"local s = ('a'):rep({r(100, 5000)}) while true do s:find({self.string()}) end",
            f"while true do local _ = bundle.info[{self.string()}] end", f"while true do local _ = bundle.files[{self.string()}] end",
            "local n = 0 while true do for p, f in pairs(bundle.files) do n = n + #tostring(f.sha256) end end",
            "while true do for _, f in pairs(bundle.files) do local _ = f.mach_o, f.png, f.icns end end",
            f"for i = 1, 1e9 do bundles.read(bundle, 'Contents/Resources/' .. i % 7 .. '.plist') bundles.strings(bundle, 'T' .. i, {self.string()}) end",
            f"while true do plist.find(bundle.info, ('/*'):rep({r(1, 200)})) end",
            f"local p = ('*'):rep({r(1, 40)}) .. 'x' while true do glob.match(p, ('a'):rep({r(1, 5000)})) end",
            "local f = function() end for i = 1, 1e9 do local g = f f = function() return g end end",
            f"local s = ('x'):rep(1 << 20) while true do s:{self.pick(['upper', 'lower', 'reverse', 'len', 'byte'])}() end",
            "while true do tostring(setmetatable({}, { __name = ('n'):rep(1 << 20) })) end",
            "while true do string.format('%q', ('\\0'):rep(1 << 20)) end",
            f"local t = {{}} while true do t[#t + 1] = {self.pick(['{}', '{{}}', 'function() end', '#t', '#t .. self_', 'bundle.info', 'version.parse(#t .. [[.1]])'])} end".replace("self_", "''"),
            f"for i = 1, 1e9 do keys.nearest(('CFBundle'):rep({r(1, 200000)}) .. i) end",
            f"local v = version.parse(('9.'):rep({r(1, 1 << 18)}) .. '1') while true do local _ = v and (v < v or v.numbers) end",
        ])

    def body(self):
        roll = self.random.random()
        if roll < 0.45:
            text = self.special()
        else:
            statement = " ".join(self.guarded(self.work()) for _ in range(self.random.randint(1, 3)))
            text = self.loop(statement) if roll < 0.9 else statement
            if self.random.random() < 0.1:
                text = f"pcall(function() {text} end) {self.special()}"
        text = self.pick(["", "", "", "report('before') "]) + text
        return " ".join(VALUES[name] for name in self.needed(text)) + " " + text

    def needed(self, text):
        names = [name for name in VALUES if name in text]
        # One of them uses another.
        return sorted(names, key=list(VALUES).index)

    def huge_source(self):
        r = self.random.randint
        return self.pick([
            lambda: "local t = {" + ", ".join(str(i) for i in range(r(1, 120000))) + "}",
            lambda: "local t = {" + ", ".join(f"k{i} = '{i}'" for i in range(r(1, 50000))) + "}",
            lambda: "local t = {" + ", ".join(f"{{{i}}}" for i in range(r(1, 70000))) + "}",
            lambda: "local s = '" + "x" * r(1, 1 << 20) + "'",
            lambda: "local n = " + "1" * r(1, 1 << 20), lambda: "local n = 0x" + "f" * r(1, 1 << 20) + "p9",
            lambda: "local t = " + "{" * (n := r(1, 190)) + "}" * n, lambda: "local x = " + "(" * r(1, 300000),
            lambda: "local x = " + "-" * 0 + "not " * r(1, 200000) + "1", lambda: "local x = 'a'" + " .. 'a'" * r(1, 100000),
            lambda: "--" + "[" + "=" * r(1, 900000) + "[", lambda: "\n" * r(1, 1 << 20), lambda: "goto x " * r(1, 100000),
            lambda: "local function f() " * r(1, 70000), lambda: "local a <const> = 1 " * r(1, 300), lambda: "a" * r(1, 1 << 20) + " = 1",
            lambda: "return " * 1 + "f" * 0 + ("'\\" + "z" + " " * r(1, 500000) + "'"),
        ])()


HARMLESS = '''rule "harmless" { summary = "Findings of this rule must be the same beside any other rule", check = function(bundle, report)
  local count = 0
  for key, value in pairs(bundle.info) do count = count + #key + #tostring(value) end
  for path in pairs(bundle.files) do count = count + #path end
  report:at(bundle.info, "CFBundleIdentifier", "intact: %s, %d", tostring(bundle.identifier), count, { expected = "nothing", fix = "nothing" })
end }
'''
HEADER = 'policy "hostile" { summary = "A policy that wants to run without end" }\n'


def alone():
    """The policy with the harmless rule only."""
    return HEADER + HARMLESS


def policy(seed):
    """Returns which part of the policy is hostile, and its text."""
    generator = Generator(seed)
    roll = generator.random.random()
    body = generator.body()
    if roll < 0.80:
        kind, rule = "check", f'rule "hostile" {{ summary = "s", check = function(bundle, report) {body}\nend }}\n'
    elif roll < 0.85:
        # These functions have no report argument.
        body = "local report = function() end " + body
        kind, rule = "when", f'rule "hostile" {{ summary = "s", forbid = "X", applies = {{ when = function(bundle) {body}\nend }} }}\n'
    elif roll < 0.90:
        body = "local bundle, report = {}, function() end " + body
        kind, rule = "custom", f'rule "hostile" {{ summary = "s", shape = {{ CFBundleName = custom("c", function(value) {body}\nend) }} }}\n'
    elif roll < 0.93:
        kind = "clause"
        pattern, text = generator.string(), generator.string()
        rule = 'rule "hostile" { summary = "s", ' + generator.pick([
            f"shape = {{ Long = text {{ pattern = {pattern} }} }}", f"files = {{ forbid = {pattern}, require = {text} }}",
            f"require = {{ {pattern}, {text} }}", f"forbid = {pattern}", f"custom_keys = {{ prefix = {pattern} }}",
            f"localize = {{ languages = {pattern}, keys = {text} }}", f"increases = {{ key = {pattern} }}",
            f"shape = {{ List = list_of(any_of {{ {', '.join(['text { pattern = ' + pattern + ' }'] * 20)} }}) }}",
            f"shape = {{ Long = one_of {{ {pattern}, {text} }} }}", f"applies = {{ minimum_os = {pattern} }}, forbid = 'X'",
        ]) + " }\n"
    elif roll < 0.97:
        body = "local bundle, report = {}, function() end " + body
        kind, rule = "load", f"do {body} end\n"
    else:
        kind, rule = "source", f"do {generator.huge_source()}\nend\n"
    order = [rule, HARMLESS] if generator.random.random() < 0.5 else [HARMLESS, rule]
    return kind, HEADER + "".join(order)
