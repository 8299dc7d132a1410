import PropertyLists
import PolicyTestSupport
import Testing

/// The values of XML elements, as read by Foundation on Linux. Differences are in `XMLStrictnessTests`.
@Suite(.largeStack) struct XMLValueTests {
  @Test(arguments: [
    ("<integer>7</integer>", "7"), ("<integer> 7</integer>", "7"), ("<integer>\n7</integer>", "7"),
    ("<integer> + 7</integer>", "7"), ("<integer>007</integer>", "7"), ("<integer>-0</integer>", "0"),
    ("<integer>0x1F</integer>", "31"), ("<integer>0X1f</integer>", "31"), ("<integer>+0x1F</integer>", "31"),
    ("<integer>-0x1F</integer>", "-31"), ("<integer>-0x8000000000000000</integer>", "-9223372036854775808"),
    ("<integer>0xffffffffffffffff</integer>", "u18446744073709551615"),
    ("<integer>9223372036854775807</integer>", "9223372036854775807"),
    ("<integer>9223372036854775808</integer>", "u9223372036854775808"),
    ("<integer>18446744073709551615</integer>", "u18446744073709551615"),
    ("<integer>-9223372036854775808</integer>", "-9223372036854775808"),
    ("<integer>999999999999999999</integer>", "999999999999999999"),
    ("<integer>7 </integer>", "error xml.integer"), ("<integer>0x</integer>", "error xml.empty-element"),
    ("<integer>-</integer>", "error xml.empty-element"), ("<integer></integer>", "error xml.empty-element"),
    ("<integer/>", "error xml.empty-element"), ("<integer>1.5</integer>", "error xml.integer"),
    ("<integer>+-7</integer>", "error xml.integer"), ("<integer>1f</integer>", "error xml.integer"),
    ("<integer>18446744073709551616</integer>", "error xml.integer-overflow"),
    ("<integer>-9223372036854775809</integer>", "error xml.integer-overflow"),
    ("<integer>0x10000000000000000</integer>", "error xml.integer-overflow"),
    ("<integer>&#49;</integer>", "error xml.integer"),
    ("<integer><![CDATA[1]]></integer>", "error xml.nested-element"),
  ])
  func integers(_ value: String, _ expected: String) { #expect(outcome(plist(value)) == expected) }

  @Test(arguments: [
    ("1.5", "r1.5"), ("+1.5", "r1.5"), ("-1.5", "r-1.5"), (".5", "r0.5"), ("5.", "r5.0"), ("1", "r1.0"), (" 5", "r5.0"),
    ("1e5", "r100000.0"), ("1E+5", "r100000.0"), ("25e-1", "r2.5"), ("0.1", "r0.1"), ("0.8098", "r0.8098"),
    ("0.1000000000000000055511151231257827021181583404541015625", "r0.1"), ("4.9e-324", "r5e-324"),
    ("123456789012345678901234567890", "r1.2345678901234568e+29"), ("-0", "r-0.0"),
    ("nan", "rnan"), ("NaN", "rnan"), ("inf", "rinf"), ("+INFINITY", "rinf"), ("-Infinity", "r-inf"), ("-inf", "r-inf"),
    ("1e400", "rinf"), ("1e-400", "r0.0"), ("&#49;", "r1.0"), ("<![CDATA[1]]>", "r1.0"),
    ("5 ", "error xml.real"), ("0x1p3", "error xml.real"), ("", "error xml.empty-element"), ("1e", "error xml.real"),
    ("1,5", "error xml.real"), (".", "error xml.real"), ("1.5x", "error xml.real"), ("-", "error xml.real"),
    ("-nan", "error xml.real"), ("infinit", "error xml.real"), ("1.2.3", "error xml.real"), ("1e5.5", "error xml.real"),
  ])
  func reals(_ text: String, _ expected: String) { #expect(outcome(plist("<real>\(text)</real>")) == expected) }

  @Test(arguments: [
    ("2020-01-01T00:00:00Z", "d599529600"), ("2001-01-01T00:00:00Z", "d0"), ("1970-01-01T00:00:00Z", "d-978307200"),
    ("2020-02-30T00:00:00Z", "d604713600"), ("2020-13-01T00:00:00Z", "d631152000"),
    ("2020-00-01T00:00:00Z", "d599529600"),
    ("2020-01-00T00:00:00Z", "d599443200"), ("2020-01-99T00:00:00Z", "d607996800"),
    ("2020-01-01T25:00:00Z", "d599619600"),
    ("2020-01-01T23:59:60Z", "d599616000"), ("2020-01-01T00:00:99Z", "d599529699"),
    ("2020-99-01T00:00:00Z", "d599529600"),
    ("-0001-01-01T00:00:00Z", "d-63177062400"), ("0000-01-01T00:00:00Z", "d-63145526400"),
    ("0001-01-01T00:00:00Z", "d-63113904000"), ("20-01-01T00:00:00Z", "d-62514374400"),
    ("12020-01-01T00:00:00Z", "d316169049600"), ("123456-01-01T00:00:00Z", "d3832749532800"),
    ("2020-1-01T00:00:00Z", "error xml.date"), ("", "error xml.date"), ("2020-01-01T00:00:00.5Z", "error xml.date"),
    (" 2020-01-01T00:00:00Z", "error xml.date"), ("2020-01-01T00:00:00Z ", "error xml.date"),
    ("2020-01-01T00:00:00", "error xml.date"), ("2020-01-01T00:00:00+01:00", "error xml.date"),
    ("-01-01T00:00:00Z", "error xml.date"), ("2020-01-01 00:00:00Z", "error xml.date"),
  ])
  func dates(_ text: String, _ expected: String) { #expect(outcome(plist("<date>\(text)</date>")) == expected) }

  @Test(arguments: [
    ("SGVsbG8=", "<48656c6c6f>"), ("\n\tSGVs\n\tbG8=\n", "<48656c6c6f>"), ("", "<>"), ("\n", "<>"),
    ("SGVsbA==", "<48656c6c>"),
    ("SGVsbG8", "<48656c>"), ("S", "<>"), ("SGVsb", "<48656c>"), ("SGVsbA=", "<48656c>"), ("S===", "<48>"),
    ("S*G-V_s!bG8=", "<48656c6c6f>"), ("SGVsbG8=SGVs", "<48656c6c6f48656c>"), ("SGV&#115;", "<486575>"),
    ("SG\u{E9}", "error xml.data"), ("SGVs<!--x-->", "error xml.nested-element"),
    ("<![CDATA[SGVs]]>", "error xml.nested-element"),
  ])
  func data(_ text: String, _ expected: String) { #expect(outcome(plist("<data>\(text)</data>")) == expected) }

  @Test(arguments: [
    ("a", "'a'"), ("", "''"), (" a\n b ", "' a\n b '"), ("a\r\nb\rc", "'a\r\nb\rc'"),
    ("&lt;&gt;&amp;&quot;&apos;", "'<>&\"''"),
    ("a<![CDATA[<b>&amp;]]>c", "'a<b>&amp;c'"), ("<![CDATA[]]>", "''"), ("<![CDATA[</string>]]>", "'</string>'"),
    ("<![CDATA[a]]]><![CDATA[]>b]]>", "'a]]>b'"), ("&#x1F600;&#233;&#xe9;", "'\u{1F600}\u{E9}\u{E9}'"),
    ("\u{E9}\u{4E2D}\u{1F600}", "'\u{E9}\u{4E2D}\u{1F600}'"),
    ("&#13;&#10;&#9;", "'\r\n\t'"), ("a&#38;lt;", "'a&lt;'"),
    ("a<!--x-->b", "error xml.nested-element"), ("a<?x y?>b", "error xml.nested-element"),
    ("&nbsp;", "error xml.unknown-entity"),
    ("&#xD800;", "error xml.malformed"), ("&#xD83D;&#xDE00;", "error xml.malformed"),
    ("&#x110000;", "error xml.malformed"),
    ("&#X41;", "error xml.malformed"), ("a</b>", "error xml.malformed"), ("a<true/>", "error xml.nested-element"),
    ("a & b", "error xml.malformed"), ("a < b", "error xml.malformed"),
  ])
  func strings(_ text: String, _ expected: String) { #expect(outcome(plist("<string>\(text)</string>")) == expected) }

  @Test(arguments: [
    ("<true/>", "true"), ("<false/>", "false"), ("<true></true>", "true"), ("<true />", "true"), ("<string />", "''"),
    ("<string a=\"b\">x</string>", "'x'"), ("<string>x</string >", "'x'"), ("<string\n>x</string\n>", "'x'"),
    ("<dict/>", "{}"), ("<array/>", "[]"), ("<array></array>", "[]"), ("<dict></dict>", "{}"),
    ("<dict><key></key><string>1</string></dict>", "{: '1'}"), ("<dict><key/><true/></dict>", "{: true}"),
    ("<dict><key>a</key><key>b</key></dict>", "{a: 'b'}"), ("<array><key>a</key><key/></array>", "['a', '']"),
    ("<key>a</key>", "'a'"),
    ("<dict><key>\na </key><true/></dict>", "{\na : true}"),
    ("<dict><key><![CDATA[a]]></key><true/></dict>", "{a: true}"),
    ("<dict><key>&amp;</key><true/></dict>", "{&: true}"),
    ("<!-- a --><dict><!-- b --><key>a</key><!-- c --><true/></dict><!-- d -->", "{a: true}"),
    ("<?x?><dict><?y z?></dict>", "{}"),
    ("<dict><key>CF$UID</key><integer>7</integer></dict>", "uid7"),
    ("<dict><key>CF$UID</key><integer>4294967295</integer></dict>", "uid4294967295"),
    ("<array><dict><key>CF$UID</key><integer>1</integer></dict><true/></array>", "[uid1, true]"),
    ("<dict><key>CF$UID</key><integer>7</integer><key>x</key><true/></dict>", "{CF$UID: 7, x: true}"),
    ("<dict><key>CF$UID</key><string>7</string></dict>", "{CF$UID: '7'}"),
    ("<dict><key>CF$UID</key><integer>4294967296</integer></dict>", "{CF$UID: 4294967296}"),
    (
      "<dict><key>a</key><string>1</string><key>b</key><true/><key>a</key><string>2</string></dict>",
      "{a: '2', b: true}"
    ),
    ("<true> </true>", "error xml.boolean-content"), ("<false>x</false>", "error xml.boolean-content"),
    ("<dict>foo</dict>", "error xml.stray-text"), ("<array>foo<true/></array>", "error xml.stray-text"),
    ("<array><![CDATA[x]]></array>", "error xml.stray-text"), ("<array><![CDATA[ ]]></array>", "error xml.stray-text"),
    ("<array>&#32;</array>", "error xml.stray-text"),
    ("<array> </array>", "[]"), ("<array>\r<true/>\r\r</array>", "[true]"),
    ("<dict><key>a</key></dict>", "error xml.key-without-value"),
    ("<dict><string>a</string></dict>", "error xml.value-without-key"),
    ("<dict><key>a</key><true/><false/></dict>", "error xml.value-without-key"),
    ("<foo/>", "error xml.unknown-element"), ("<Dict/>", "error xml.unknown-element"),
    ("<x:dict/>", "error xml.unknown-element"),
    ("<set/>", "error xml.unknown-element"), ("<null/>", "error xml.unknown-element"),
    ("<strings/>", "error xml.unknown-element"),
    ("<integers>1</integers>", "error xml.unknown-element"), ("<array></dict>", "error xml.malformed"),
    ("<string>a</string><string>b</string>", "error xml.second-object"), ("", "error xml.no-object"),
    (" \n", "error xml.no-object"),
    ("<data/>", "error xml.empty-element"), ("<real/>", "error xml.empty-element"),
    ("<date/>", "error xml.empty-element"),
    ("<key><true/></key>", "error xml.nested-element"),
    ("<dict><key>a<!--x--></key><true/></dict>", "error xml.nested-element"),
  ])
  func structure(_ value: String, _ expected: String) { #expect(outcome(plist(value)) == expected) }
}
