/// A random policy whose rules try to keep state: in variables, tables, closures, iterators, modules, environments and memory. The same
/// seed gives the same policy.
package struct RandomPolicy: Sendable {
  /// The id of a rule and its declaration on one line.
  package struct Rule: Sendable {
    /// The id without the policy's.
    package let id: String
    /// `rule "id" { … }`.
    package let text: String

    package init(id: String, text: String) {
      self.id = id
      self.text = text
    }
  }

  /// The policy's id, which is also the name of its file.
  package let id: String
  /// The lines before the rules.
  package var preparations: [String]
  /// The rules in the order made.
  package var rules: [Rule]
  /// The imported modules by path.
  package static let modules = [
    "memo.lua": """
    local last, count = nil, 0
    local function get(key) count = count + 1 local before = last last = key return tostring(before) .. count end
    local words = ("m n o p"):gmatch("%a")
    return { get = get, word = function() return words() end, table = { 1, 2, 3 } }
    """,
    "nested/deep.lua": """
    local memo = import "memo"
    local held
    return { hold = function(value) local before = held held = value return before end, get = memo.get }
    """,
    // Returns stored objects, stores what it is passed, and counts requests.
    "pool.lua": """
    local handed, known, hooks, count, made = { n = 0, inner = { 1, 2 } }, {}, {}, 0, {}
    local class = { n = 0 } class.__index = class
    local one = setmetatable({}, class)
    local steps = ("a b c d e f g h"):gmatch("%a")
    return {
      table = function() return handed end, set = function(key, value) handed[key] = value end,
      get = function(key) return handed[key] end, class = function() return class end, object = function() return one end,
      known = function(key) if known[key] == nil then count = count + 1 known[key] = count end return known[key] end,
      hook = function(f) hooks[#hooks + 1] = f return #hooks end,
      run = function(x) for _, f in ipairs(hooks) do x = f(x) end return x end,
      step = function() return steps() end, keep = function(x) made[#made + 1] = x return #made end,
      rebind = function(e) _ENV = setmetatable(e, { __index = _ENV }) end, name = function() return type(handed) .. tostring(count) end,
    }
    """,
    "nested/pool.lua": """
    local pool = import "pool"
    local limit = parameter "limit" { default = 4 }
    local total = 0
    pool.set("nested", limit)
    return { add = function(n) total = total + n return total end, pool = function() return pool.table() end, limit = limit }
    """,
  ]

  /// Makes a policy. `isSharing`: whether it changes modules while it loads.
  package init(seed: UInt64, id: String = "random", isSharing: Bool = false) {
    var random = RandomPolicyNumbers(seed: seed)
    self.id = id
    preparations = Self.always + Self.sometimes.filter { _ in random.below(100) < 60 }
    if isSharing {
      for _ in 0..<(1 + random.below(5)) { preparations.append(Self.filled(random.of(Self.loading), &random)) }
    }
    rules = (0..<(3 + random.below(5))).map { number in
      Rule(id: "r\(number)", text: Self.rule("r\(number)", &random))
    }
  }

  /// Returns the text of the policy with these rules.
  package func text(_ rules: [Rule]) -> String {
    (["policy \"\(id)\" { summary = \"s\" }"] + preparations + rules.map(\.text)).joined(separator: "\n") + "\n"
  }

  /// Used by the rules' functions.
  private static let always = [
    "local count, last, big, node, key, held, words, object, chained, heavy, rebind, list = 0",
    "local function bump(n) count = count + (n or 1) return count end",
    "local function other() return 'other' .. count end",
    "local seen = { inner = {}, 3, 1, 2 }",
    "local counter = setmetatable({}, { __call = function(_, n) count = count + n return count end })",
    "local meta = setmetatable({}, { __index = function(_, k) count = count + 1 return k .. count end, __len = function() return bump() end, __eq = function() return bump() % 2 == 0 end, __lt = function() return bump() % 2 == 0 end, __concat = function(a, b) return 'c' .. bump() end, __tostring = function() return 't' .. bump() end, __close = function() bump() end, __pairs = function() return function(_, k) if not k then return bump(), 1 end end end, __unm = function() return bump() end })",
    "local class = {} class.__index = class function class.new() return setmetatable({ n = bump() }, class) end function class:get() return self.n end",
    "local memo, deep = import 'memo', import 'nested.deep'",
    "local pool, around = import 'pool', import 'nested.pool'",
  ]

  /// Changes of modules while the policy loads.
  private static let loading = [
    "pool.table().n = NUMBER", "pool.table().inner[NUMBER] = 'x'", "pool.table()['com.example.A.0'] = NUMBER",
    "pool.set('kNUMBER', { NUMBER })", "for i = 1, NUMBER do pool.known(i) end", "pool.known('name')",
    "pool.step() pool.step()",
    "pool.class().extra = NUMBER", "pool.object().own = NUMBER",
    "pool.hook(function(x) return tostring(x) .. 'NUMBER' end)",
    "pool.keep(('x'):rep(NUMBER << 17))", "for i = 1, NUMBER * 400 do pool.keep('k' .. i .. 'NUMBER') end",
    "around.add(NUMBER)",
    "around.pool().inner = { NUMBER }", "memo.get(NUMBER)", "memo.word()", "deep.hold({ NUMBER })",
    "pool.rebind({ tostring = function() return 'rebound' end })",
    "setmetatable(pool.table(), { __index = function(t, key) return 'NUMBER' end })",
    "setmetatable(pool.class(), { __call = function() return NUMBER end, __index = function(t, key) count = count + 1 return count end })",
    "pool.hook(bump)", "pool.set('f', bump)", "pool.set('self', pool)",
    "table.sort(pool.table().inner, function(a, b) return false end)",
    "for key in pairs(pool.table()) do pool.set(key, nil) end pool.set('inner', {})", "pool.keep(pool.class())",
    "local t = pool.table() for i = 1, NUMBER do t = { t } end pool.set('deep', t)", "pcall(pool.run, 1)",
    "bump(NUMBER)",
    "pool.set(1, version.parse('1.NUMBER'))", "pool.set(keys.CFBundleName, NUMBER)", "list = pool.table()",
  ]

  private static let sometimes = [
    "words = ('a b c d e f'):gmatch('%a')", "object = class.new()",
    "chained = setmetatable({}, { __index = setmetatable({}, { __index = function(t, k) return bump() end }) })",
    "do local _ENV = _ENV function other() return type(bump) .. bump() end end",
    "rebind = function() _ENV = setmetatable({ mark = count }, { __index = _ENV }) end",
    "heavy = ('h'):rep(1 << 18)", "list = {} for i = 1, 2000 do list['k' .. i] = i end",
    "for i = 1, 500 do local t = { i } end",
  ]

  private static func rule(_ id: String, _ random: inout RandomPolicyNumbers) -> String {
    let summary = "rule \"\(id)\" { summary = \"s\", "
    let code = (0..<(1 + random.below(4))).map { _ in statement(&random) }.joined(separator: " ")
    switch random.below(20) {
    case 0:
      // Functions of the host and of Lua that do not belong to the policy.
      return summary + "check = "
        + random.of([
          "('a b c'):gmatch('%a')", "pcall", "tostring", "error", "bump", "other", "counter", "memo.get", "type",
          "select", "string.len", "function(...) return memo.get('x') and nil end", "next", "setmetatable", "deep.hold",
          "version.parse", "plist.path",
        ]) + " }"
    case 1:
      return summary + "forbid = \"Gone\", applies = { when = function(bundle) local report = bump \(code) "
        + "return count % 2 == 1 end } }"
    case 2:
      return summary
        + "shape = { CFBundleName = custom('c', function(value) local bundle, report = { info = {}, files = {}, name = value }, bump \(code) "
        + "if count % 2 == 1 then return 'count ' .. count end return true end) } }"
    case 3: return summary + "require = \"Missing\(random.below(3))\" }"
    default: return summary + "check = function(bundle, report) \(code) end }"
    }
  }

  /// Returns a statement that stores something and reports what was stored.
  private static func statement(_ random: inout RandomPolicyNumbers) -> String {
    "do \(filled(random.of(statements), &random)) end"
  }

  private static func filled(_ text: String, _ random: inout RandomPolicyNumbers) -> String {
    text.replacing("NUMBER", "\(1 + random.below(9))")
  }

  private static let statements = [
    "report('count %d', bump(NUMBER))", "count = count + NUMBER report('count %d', count)",
    "report('last %s', last) last = bundle.name", "report('last %s', tostring(last)) last = { NUMBER }",
    "report('word %s', words and words())",
    "local ok, e = pcall(function() return words() end) report('%s %s', ok, e)",
    "local ok, e = pcall(function() seen.x = NUMBER end) report('%s %s %s', ok, e, seen.x)",
    "local ok, e = pcall(function() seen.inner[1] = NUMBER table.sort(seen) end) report('%s %s', ok, seen.inner[1])",
    "report('called %d', counter(NUMBER))", "report('index %s %d %s', meta.x, #meta, tostring(meta))",
    "report('%s %s %s %d', meta == setmetatable({}, getmetatable(meta)), meta < meta, meta .. 'x', -meta)",
    "for k in pairs(meta) do report('pairs %s', k) end", "do local c <close> = meta end report('closed %d', count)",
    "pcall(function() local c <close> = meta error('x') end) report('closed %d', count)",
    "pcall(getmetatable, meta) local m = getmetatable(meta) pcall(function() m.__index = nil end) report('%s', meta.y)",
    "report('memo %s %s', memo.get('NUMBER'), memo.word())", "report('deep %s', deep.hold(bundle.name))",
    "report('pool %s %s', pool.get('n'), pool.get(bundle.identifier))",
    "report('known %s %s', pool.known('name'), pool.known(NUMBER))",
    "report('pool %s', pool.table().inner[NUMBER])", "report('step %s', pool.step())",
    "report('ran %s', pool.run('x'))",
    "report('class %s %s', pool.class().extra, pool.object().own)",
    "report('kept %d %s', pool.keep(NUMBER), pool.name())",
    "report('around %d %s', around.add(NUMBER), around.pool().nested)",
    "for key, value in pairs(pool.table()) do report('pool %s %s', tostring(key), type(value)) end",
    "local ok, e = pcall(pool.set, 'n', NUMBER) report('%s %s %s', ok, e, pool.get('n'))",
    "local ok, e = pcall(pool.hook, function(x) return x end) report('%s %s', ok, tostring(e))",
    "report('deep %s', deep.get(NUMBER)) deep.hold({})",
    "big = (big or '') .. ('x'):rep(NUMBER << 14) report('big %d', #big)",
    "big = {} for i = 1, NUMBER * 3000 do big[i] = i end report('kept')",
    "held = held or {} held[#held + 1] = bundle.name report('held %d', #held)",
    "report('node %s', node == bundle.info) node = bundle.info",
    "local ok, e = pcall(function() return node.CFBundleIdentifier end) report('%s %s', ok, e) node = bundle.info",
    "local ok, e = pcall(function() return held.path end) report('%s %s', ok, e) held = bundle",
    "local t = { a = 1, b = 2, c = 3 } key = next(t, key) report('key %s', key)",
    "key = next(seen, key) report('key %s', key)", "local step = ipairs({ 1, 2 }) held = step report('%s', type(step))",
    "held = held or ('p q r'):gmatch('%a') report('kept %s', type(held) == 'function' and held() or type(held))",
    "held = held or pairs({ u = 1, v = 2 }) report('kept %s', type(held))",
    "bump = function() return NUMBER end report('bump %d', bump())", "other = tostring report('other %s', other())",
    "report('other %s', other())", "rebind() report('mark %s', mark)",
    "if rebind then rebind() end report('%s', type(string))",
    "_ENV = setmetatable({}, { __index = _ENV }) y = NUMBER report('y %s', y)",
    "_ENV = setmetatable({ stamp = NUMBER }, { __index = _ENV }) report('%s', stamp)",
    "local ok, e = pcall(function() return stamp end) report('%s %s', ok, e)",
    "local ok, e = pcall(function() undefined = NUMBER end) report('%s %s', ok, e)",
    "local _ENV = setmetatable({}, { __index = _ENV }) z = NUMBER report('%d', z)",
    "_ENV = { report = report, bundle = bundle } report('%s', string == nil)",
    "local t = { 5, 3, 4, 1 } table.sort(t, function(a, b) count = count + 1 return a < b end) report('sorted %d', count)",
    "pcall(table.sort, { 3, 2, 1, 5, 4 }, function(a, b) count = count + 1 error('in sort') end) report('%d', count)",
    "local d = 0 local function f() d = d + 1 return 1 + f() end local ok, e = pcall(f) report('depth %d %s', d, e)",
    "local d = 0 local function f() d = d + 1 return (('x'):gsub('x', f)) end local ok, e = pcall(f) report('c %d %s', d, e)",
    "local d = 0 local function f() d = d + 1 return pcall(f) end f() report('pcall %d', d)",
    "local d = 0 local m = {} m.__tostring = function() d = d + 1 return tostring(setmetatable({}, m)) end pcall(tostring, setmetatable({}, m)) report('%d', d)",
    "local d = 0 local m = {} m.__index = function(t, k) d = d + 1 return setmetatable({}, m)[k] end pcall(function() return setmetatable({}, m).x end) report('%d', d)",
    "for i = 1, NUMBER * 1000 do local t = { i } end",
    "local s = '' for i = 1, NUMBER * 20 do s = s .. i end report('%d', #s)",
    "local t = {} for i = 1, NUMBER * 50 do t['k' .. i] = i end local n, s = 0, '' for k in pairs(t) do n = n + 1 if n < 5 then s = s .. k end end report('%s', s)",
    "local t = {} for i = 1, 40 do t[{}] = i t[function() end] = i end local n = 0 for k, v in pairs(t) do n = n + v end report('%d', n)",
    "report('%s', {}) report('%s', tostring(bump))",
    "report('%s', tostring(bundle.info)) for k, v in pairs(bundle.info) do report('%s=%s', k, tostring(v)) end",
    "local n = 0 for p, f in pairs(bundle.files) do n = n + f.size report('%s %s', p, f.sha256) end",
    "local ok, r = pcall(bundles.read, bundle, 'Contents/Resources/a.plist') report('%s %s', ok, ok and r and r.Value)",
    "for _, f in ipairs(plist.find(bundle.info, '/List/*')) do report('%s', tostring(f.value)) end",
    "report('%s %s', bundles.exists(bundle, 'Contents/Info.plist'), #bundle.localizations)",
    "for _, b in ipairs(bundle.bundles) do report('%s %s', b.name, b.info.CFBundleIdentifier) held = b end",
    "report('%s', bundle.parent and bundle.parent.name)",
    "local e = bundles.localized_info(bundle, 'fr').CFBundleName report('%s', e and e.value)",
    "report('%s %s', keys.nearest('CFBundleNam'), keys.CFBundleName.type)",
    "report('%d', version.compare('1.10', '1.9'))",
    "local v = version.parse('1.2.NUMBER') report('%s %s', v == last, v.text) last = v",
    "report:missing(bundle.info, 'KNUMBER', 'no %s', count)",
    "report:at(bundle.info, 'CFBundleIdentifier', 'id %d', bump())",
    "local o = class.new() report('%d', o:get())", "report('%d', object and object:get() or 0)",
    "report('%s', chained and chained.x)", "report('%d', heavy and #heavy or 0) heavy = nil",
    "local ok, e = xpcall(error, function(m) count = count + 1 return m .. count end, 'x') report('%s', e)",
    "xpcall(function() local x = nil + 1 end, function(m) held = m return m end) report('%s', held)",
    "local ok, e = pcall(error, setmetatable({}, { __tostring = function() return 'e' .. bump() end })) report('%s', tostring(e))",
    "error('stopped at ' .. count)", "error({ count })", "local x = nil .. 'x'", "return count",
    "report('before') while true do count = count + 1 end",
    "report('before') local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i count = i end",
    "pcall(function() while true do bump() end end) report('after')",
    "local n = 0 for w in ('one two three'):gmatch('%a+') do n = n + #w last = w end report('%s %d', last, n)",
    "report('%s', (('abc'):gsub('%a', function(c) count = count + 1 return c .. count end)))",
    "local t = table.pack(('x'):rep(NUMBER), count) last = table.unpack(t) report('%s', last)",
    "report('%s', select('#', pcall(string.rep, 'x', -1)))",
    "goto done last = NUMBER ::done:: report('%s', tostring(last))",
  ]
}

extension String {
  /// Returns the text with all occurrences of another replaced.
  fileprivate func replacing(_ text: String, _ replacement: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}

/// A deterministic pseudorandom number generator (SplitMix64; Steele, Lea and Flood 2014).
package struct RandomPolicyNumbers {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to `bound` - 1.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// Returns the list in random order.
  package mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
    var list = list
    for index in stride(from: list.count - 1, to: 0, by: -1) { list.swapAt(index, below(index + 1)) }
    return list
  }

  mutating func of(_ list: [String]) -> String { list[below(list.count)] }
}
