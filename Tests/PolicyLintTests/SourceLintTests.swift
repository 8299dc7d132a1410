@testable import PolicyLint
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Remarks about the functions in a policy.
@Suite struct SourceLintTests {
  /// `CODE MESSAGE` of the remarks on the line of a check with that body.
  private static func remarks(_ body: String) throws -> [String] {
    let source = """
      policy "test" { summary = "for a test" }
      rule "r" { summary = "s", rationale = "r", examples = { pass = { {} }, fail = { {} } }, check = function(bundle, report)
      local info, x, y, key = bundle.info, bundle.name, bundle.path, "K" local _ = report
      \(body)
      end }
      """
    let folder = try TemporaryFolder(["policy.lua": source])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    return PolicyLint.remarks(on: program).map {
      "\($0.line == 4 ? "" : "\($0.line) ")\($0.code.rawValue) \($0.message)"
    }
  }

  private static func expect(_ body: String, _ problems: [String]) throws {
    let found = try remarks(body)
    #expect(found.count == problems.count, "\(body): \(found)")
    for (line, problem) in zip(found, problems) { #expect(line.hasPrefix(problem), "\(body): \(line)") }
  }

  @Test(arguments: [
    ("local p = bundle.info local v = p.CFBundelName", "the code reads 'CFBundelName'"),
    ("local p = bundle.info local q = p local v = q['CFBundelName']", "the code reads 'CFBundelName'"),
    ("local p = bundle and bundle.info local v = p.CFBundelName", "the code reads 'CFBundelName'"),
    ("local p = bundle.info or {} local v = p.CFBundelName", "the code reads 'CFBundelName'"),
    ("local v = (bundle.info or {}).CFBundelName", "the code reads 'CFBundelName'"),
    ("local v = bundle.parent.info.CFBundelName.x", "the code reads 'CFBundelName'"),
    ("local v = bundles.localized_info(bundle, 'fr').CFBundelName", "the code reads 'CFBundelName'"),
    ("local v = plist.find(info, '/CFBundelURLTypes/*/Name')", "the code searches for 'CFBundelURLTypes'"),
    ("local v = plist.resolve(bundle.info, 'CFBundelName')", "the code searches for 'CFBundelName'"),
    ("report:at(info, 'CFBundelName', 'x')", "the code reports 'CFBundelName'"),
    ("report:missing(bundle.info, 'CFBundelName')", "the code reports 'CFBundelName'"),
    ("local v = keys.CFBundelName", "'keys' is indexed with 'CFBundelName'"),
  ])
  func misspeltKeys(_ body: String, _ problem: String) throws {
    try Self.expect(body, ["key.misspelt \(problem)"])
  }

  @Test(arguments: [
    "local p = { CFBundelName = 1 } local v = p.CFBundelName",
    "local info = { CFBundelName = 1 } local v = info.CFBundelName",
    "local info = bundles.read(bundle, 'x.plist') local v = info.CFBundelName",
    "local p = bundle.info p = {} local v = p.CFBundelName",
    "local v = info.CFBundleURLTypes[1].CFBundelName",
    "local plist = { find = function() end } plist.find(info, '/CFBundelURLTypes')",
    "local keys = {} local v = keys.CFBundelName",
    "report:at(bundle.bundles[1], 'CFBundelName', 'x')",
    "local v = plist.find(info, '/*/CFBundelName')",
    "local v = info.ExampleKey, keys.is_custom('CFBundelName')",
  ])
  func keysThatAreNone(_ body: String) throws { try Self.expect(body, []) }

  @Test(arguments: [
    (
      "if info.CFBundleVersion == 42 then end",
      ["compare.type 'CFBundleVersion' is a string, but is compared with a number"]
    ),
    ("if 42 ~= info.CFBundleVersion then end", ["compare.type 'CFBundleVersion'"]),
    ("local v = info.CFBundleVersion if v > 42 then end", ["compare.type 'CFBundleVersion'"]),
    (
      "if info.CFBundleName == true then end",
      ["compare.type 'CFBundleName' is a string, but is compared with true or false"]
    ),
    ("if info.CFBundleVersion < '10' then end", ["compare.version '<' compares strings"]),
    ("if x >= '1.2' then end", ["compare.version '>=' compares strings"]),
    ("if info.LSMinimumSystemVersion < x then end", ["compare.version"]),
    ("if info.A == info.A then end", ["compare.same both sides of '=='"]),
    ("if x < x then end", ["compare.same both sides of '<'"]),
    ("local v = x or x", ["compare.same both sides of 'or'"]),
    ("local v = info[x].a and info[x].a", ["compare.same both sides of 'and'"]),
    ("if #x / 3 == 0.1 then end", ["compare.real"]),
    ("if info.CFBundleVersion == '42' or info.LSUIElement == true or #x == 3 then end", []),
    ("if x ~= x or x == y or info.A == info.B or x < y then end", []),
    ("if #x / 4 == 0.25 or info.Scale == 0.1 then end", []),
    ("if tonumber(info.CFBundleVersion) < 10 or x < 'b' then end", []),
    ("if tostring(x) == tostring(x) then end", []),
    ("if version.parse(x) < version.parse(y) then end", []),
    ("local a, b = x, y if a == b and b == b then end", []),
  ])
  func comparisons(_ body: String, _ problems: [String]) throws {
    try Self.expect(body, problems)
  }

  @Test(arguments: [
    (
      "report('m', { fixes = 'x' })", ["report.options 'fixes' is not a field of the options of a report"]
    ),
    (
      "report:at(info, 'K', 'm', { fix = { put = { K = 1 } } })", ["report.options 'put' is not a field of 'fix'"]
    ),
    (
      "report:file('f', 'm', { fix = { remove = 'K' } })",
      ["report.options a report about a bundle or file has changes of a property list in 'fix'"]
    ),
    ("report:missing(info, 'K', { expected = 'e', fix = { text = 't', add = { K = 1 } } })", []),
    ("report:at(info, 'K', 'm', { fix = x and 'a' or 'b', severity = 'note', discriminator = 'd' })", []),
  ])
  func reportOptions(_ body: String, _ problems: [String]) throws {
    try Self.expect(body, problems)
  }

  @Test(arguments: [
    ("local v = x:find('[')", ["pattern.malformed '[' is not a pattern: a '[' has no ']'"]),
    ("local v = x:match('(a')", ["pattern.malformed '(a' is not a pattern: a '(' has no ')'"]),
    ("for a in x:gmatch('a%') do local b = a end", ["pattern.malformed 'a%' is not a pattern: it ends in '%'"]),
    ("local v = string.gsub(x, '%f', '')", ["pattern.malformed '%f' is not a pattern: '%f' needs a set"]),
    ("local p = 'a)' local v = x:find(p)", ["pattern.malformed 'a)' is not a pattern"]),
    ("local v = x:gsub('a', '%x')", ["pattern.malformed '%x' is not a replacement"]),
    ("local v = x:gsub('a', '%')", ["pattern.malformed '%' is not a replacement"]),
    ("local v = x:find('[', 1, true) or x:gsub('(a)', '%1%%%0') or x:find('[]]') or x:find('%[')", []),
    ("local t = { find = function() end } t:find('[')", []),
    ("local string = { find = function() end } string.find(x, '[')", []),
    ("local v = x:find('\\\\[')", ["pattern.regular-expression pattern '\\[': '\\[' does not escape '['"]),
  ])
  func patterns(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  /// Patterns that look like regular expressions.
  @Test(arguments: [
    (#"local v = x:match("^\\d+$")"#, [#"pattern.regular-expression pattern '^\d+$': '\d' matches a backslash"#]),
    (#"local v = x:match("a\\.b")"#, [#"pattern.regular-expression pattern 'a\.b': '\.' does not escape '.'"#]),
    ("local v = x:find('(alpha|beta)')", ["pattern.regular-expression pattern '(alpha|beta)': '|' matches itself"]),
    ("local v = x:find('%d{1,3}')", ["pattern.regular-expression pattern '%d{1,3}': '{…}' matches itself"]),
    ("local v = x:find('a.*?b')", ["pattern.regular-expression pattern 'a.*?b': '*?' is not lazy"]),
    ("local v = x:find('(?i)a')", ["pattern.regular-expression pattern '(?i)a': '(?' has no special meaning"]),
    ("local v = x:find('a|b')", []), ("local v = x:find('[(|)]')", []), ("local v = x:find('%(a|b%)')", []),
    ("local v = x:find('^{%d+, %d+}$')", []), ("local v = x:find('%d+%.%d+')", []), (#"local v = x:find("\\")"#, []),
  ])
  func regularExpressions(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("if not x == y then local v = x end", ["compare.not 'not' applies to the left side alone"]),
    ("if not x ~= y then local v = x end", ["compare.not "]), ("if not x == not y then local v = x end", []),
    ("if not (x == y) then local v = x end", []), ("if (not x) == (not y) then local v = x end", []),
    ("if bundle.platform == 'iOS' then local v = x end", ["compare.never 'platform' is never \"iOS\""]),
    ("if 'osx' ~= bundle.platform then local v = x end", ["compare.never 'platform' is never \"osx\""]),
    ("if bundle.kind == 'app' then local v = x end", ["compare.never 'kind' is never \"app\""]),
    ("if bundle.platform == 'ios' and bundle.kind == 'application' then local v = x end", []),
    ("local t = { platform = y } if t.platform == 'mine' then local v = x end", []),
  ])
  func comparisonsThatAreNotMeant(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("report('%s is bad')", ["format.arguments the message has a '%s' but no value for it"]),
    ("report('%s is bad', { fix = 'x' })", ["format.arguments the message has a '%s'"]),
    ("report('%s and %s', x)", ["format.arguments the message has 2 format specifiers but gets 1 value"]),
    ("report('%s', x, 'y')", ["format.arguments the message has 1 format specifier but gets 2 values"]),
    (
      "report:at(info, key, '%s %s', x, { fix = y })",
      ["format.arguments the message has 2 format specifiers but gets 1 value"]
    ),
    (
      "report:missing(info, key, '%d', 'a', 'b')",
      ["format.arguments the message has 1 format specifier but gets 2 values"]
    ),
    ("report:file(x, '%y', x)", ["format.arguments '%y' in a message is not a format specifier"]),
    ("local v = string.format('%s')", ["format.arguments the message has 1 format specifier but gets 0 values"]),
    ("local v = ('%s'):format(x, y)", ["format.arguments the message has 1 format specifier but gets 2 values"]),
    ("local v = string.format('%5q', x)", ["format.arguments '%5q' in a message"]),
    ("report('100 % sure') report('50 %% of %s', x) report('%-5s|%.2f|%%', x, 1.5)", []),
    ("report('%s', x, { fix = 'y' }) local o = { fix = 'y' } report('%s', x, o)", []),
    ("report('%s %s', x:find('a')) report('%s', table.unpack({ x }))", []),
    ("local f = x local v = f:format(1)", []),
    ("report:at(info, key, x, y)", []),
  ])
  func messages(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("local t = { [{}] = 1 } for k in pairs(t) do report(k) end", ["pairs.unordered 't' has a table as a key"]),
    ("local t = {} t[function() end] = 1 local k = next(t)", ["pairs.unordered 't' has a function as a key"]),
    ("local k, t = {}, {} t[k] = 1 for _ in pairs(t) do report(x) end", ["pairs.unordered"]),
    ("local t = {} t[info] = 1 t.a = {} t[1] = {} for k in pairs(t) do report(k) end", []),
    ("local t = { [{}] = 1 } local v = t[key]", []),
    ("local t = { [{}] = 1 } t = {} for k in pairs(t) do report(k) end", []),
  ])
  func walks(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("error('x') report('y')", ["code.unreachable unreachable code: an error is raised at line 4"]),
    ("while true do local v = x end report('y')", ["code.unreachable unreachable code: the loop never ends"]),
    ("for i = 1, 2 do break report('y') end", ["code.unreachable unreachable code: the loop ends"]),
    ("while true do for i = 1, 2 do break end end report('y')", ["code.unreachable"]),
    ("while true do if x then break end end report('y')", []),
    ("while true do goto out end ::out:: report('y')", []),
    ("while true do for i = 1, 2 do goto out end end ::out:: report('y')", []),
    ("for i = 1, 2 do goto continue ::continue:: end", []),
    ("local function error() end error('x') report('y')", []),
    ("if x then error('x') end report('y')", []),
    ("while x do local v = y end report('y')", []),
  ])
  func unreachable(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("local v = info.CFBundleGetInfoString", ["key.deprecated the code reads 'CFBundleGetInfoString'"]),
    ("local v = info.CFBundleGetInfoString or info.NSHumanReadableCopyright", []),
    ("if info.CFBundleGetInfoString then report:at(info, 'CFBundleGetInfoString', 'old') end", []),
  ])
  func deprecatedKeys(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }

  @Test(arguments: [
    ("local v = info.CFBundelName -- lint: allow key.misspelt", []),
    (
      "local v = info.CFBundelName --lint: allow key.misspelt, compare.type : a reason",
      ["lint.allow-unused 'lint: allow compare.type'"]
    ),
    (
      "local v = info.CFBundelName -- lint: allow",
      ["key.misspelt", "lint.allow-unknown 'lint: allow': names no code"]
    ),
    (
      "local v = info.CFBundelName -- lint: allow key.mispelt",
      ["key.misspelt", "lint.allow-unknown 'lint: allow': unknown code 'key.mispelt'"]
    ),
    ("local v = info.CFBundelName -- lint: allowed are these", ["key.misspelt"]),
    ("local v = info.CFBundelName --[[ lint: allow key.misspelt ]]", []),
    ("local v = '-- lint: allow key.misspelt', info.CFBundelName", ["key.misspelt"]),
    ("-- lint: allow key.misspelt\n\nlocal v = info.CFBundelName", []),
    ("-- lint: allow key.misspelt\nlocal v = x\nlocal w = info.CFBundelName", ["lint.allow-unused", "6 key.misspelt"]),
  ])
  func allowances(_ body: String, _ problems: [String]) throws { try Self.expect(body, problems) }
}
