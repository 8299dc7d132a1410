enum ReportPageStyle {
  static let sheet: StaticString = """
    :root { --good: #1a6b32; --warn: #855200; --odd: #6a35b5; --good-bg: #e6f4ea; --fail-bg: #fcebea; --warn-bg: #fbf1de;
      --note-bg: #e8f1fb; --odd-bg: #f1eafb; --code: #f6f8fa; }
    @media (prefers-color-scheme: dark) {
      :root { --good: #7bd692; --warn: #f0b95c; --odd: #cbadff; --good-bg: #16301d; --fail-bg: #3b1d1b; --warn-bg: #35290f;
        --note-bg: #152a42; --odd-bg: #2b2140; --code: #12161a; } }
    .report h2 { font-size: 20px; }
    .report h4 { font-size: 15px; line-height: 1.45; margin: 0; overflow-wrap: anywhere; }
    .report small { color: var(--quiet); font-size: 13px; font-weight: 400; }
    .report code { overflow-wrap: anywhere; }
    .skip { position: absolute; left: -9999px; }
    .skip:focus { left: 12px; top: 8px; background: var(--card); padding: 6px 12px; border-radius: 6px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    body.report { padding-top: 16px; }
    .verdict { border: 2px solid; border-radius: 12px; padding: 10px 18px; display: flex; flex-wrap: wrap; gap: 2px 18px;
      align-items: center; }
    .verdict h1 { font-size: 30px; line-height: 1.2; letter-spacing: .01em; display: flex; gap: .35em; align-items: center; }
    .verdict .sign { display: inline-grid; place-items: center; width: 1.3em; height: 1.3em; border-radius: 50%;
      font-size: .68em; color: var(--card); flex: none; }
    .verdict .lede { color: var(--text); font-size: 16px; flex: 1 1 24em; }
    .report .facts { gap: 2px 22px; margin: 12px 4px 4px; }
    .report .facts div { display: flex; align-items: baseline; gap: 6px; }
    .report .facts dt { font-size: 14px; }
    .report .facts dd { font-size: 16px; }
    .report .facts small { display: inline; margin-left: 6px; }
    .facts .none dd { font-weight: 400; color: var(--quiet); }
    .jumps { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0 4px 14px; font-size: 14px; }
    .folds { padding: 2px 18px; margin-bottom: 12px; }
    .folds details { border: 0; margin: 0; padding: 7px 0; }
    .folds details + details { border-top: 1px solid var(--grid); }
    .folds summary small { font-size: 14px; margin-left: .6em; overflow-wrap: anywhere; }
    .report .folds h2 { display: inline; font-size: 15px; }
    .folds .scroll { margin: 8px 0 10px; }
    .shown:not(:empty)::before { content: "· "; }
    summary .shown, .outcome .shown { margin-left: .5em; }
    .is-pass { color: var(--good); background: var(--good-bg); }
    .is-fail { color: var(--fail); background: var(--fail-bg); }
    .is-incomplete { color: var(--odd); background: var(--odd-bg); }
    .is-pass .sign { background: var(--good); }
    .is-fail .sign { background: var(--fail); }
    .is-incomplete .sign { background: var(--odd); }
    .verdict.is-incomplete { border-style: dashed; }
    .facts dd.error { color: var(--fail); }
    .facts dd.warning { color: var(--warn); }
    .word { display: inline-block; font-weight: 700; font-size: 13px; letter-spacing: .02em; border-radius: 4px; padding: 1px 8px;
      white-space: nowrap; }
    .contents .name { min-width: 24ch; overflow-wrap: anywhere; }
    .contents .name small { display: block; }
    .zero { color: var(--quiet); }
    .policies td { white-space: normal; }
    .policies .digest { min-width: 26ch; overflow-wrap: anywhere; font-size: 13px; }
    .scroll + .scroll, .record { margin-top: 14px; }
    .record .digest { font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; }
    .kept .labels { min-width: 30ch; }
    .top { display: flex; gap: 14px; align-items: flex-start; }
    .top > div { min-width: 0; flex: 1; }
    .icon { flex: none; border-radius: 14px; object-fit: contain; background: var(--label); }
    .outcome { margin: 2px 0 6px; }
    .identity { display: flex; flex-wrap: wrap; gap: 0 18px; font-size: 14px; }
    .identity div { min-width: 0; display: flex; gap: 6px; align-items: baseline; }
    .identity dt { color: var(--quiet); font-size: 13px; flex: none; }
    .identity dd { overflow-wrap: anywhere; }
    .no-icon { color: var(--quiet); font-size: 13px; margin-top: 4px; }
    .nothing { margin-top: 14px; color: var(--quiet); }
    .group { margin-top: 18px; }
    .unseen + .finding.finding { padding-top: 0; }
    .group > h3 { padding-bottom: 6px; border-bottom: 1px solid var(--line); font-size: 16px; }
    .finding.finding { margin: 0; padding: 14px 0 16px; border-top: 1px solid var(--grid); scroll-margin-top: 8px; }
    h3 + .finding.finding, summary + .finding.finding { border-top: 0; }
    .finding:target, .rule:target { background: var(--note-bg); box-shadow: -8px 0 0 var(--note-bg), 8px 0 0 var(--note-bg); }
    .finding h4 { font-weight: 600; }
    .badge { display: inline-block; border-radius: 4px; padding: 0 7px; font-size: 12.5px; font-weight: 700; white-space: nowrap;
      border: 1px solid; margin-right: 4px; }
    .badge.error { color: var(--fail); background: var(--fail-bg); }
    .badge.warning, .badge.expired { color: var(--warn); background: var(--warn-bg); }
    .badge.note { color: var(--pass); background: var(--note-bg); }
    .badge.settled { color: var(--quiet); background: var(--label); }
    .finding.settled h4 { font-weight: 400; }
    .anchor { margin-left: .5em; color: var(--quiet); font-weight: 400; }
    .place { font-size: 13.5px; color: var(--quiet); margin-top: 3px; overflow-wrap: anywhere; }
    .excerpt { margin: 10px 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--code); }
    .excerpt figcaption { padding: 5px 12px; font-size: 13px; border-bottom: 1px solid var(--line); }
    .report pre { margin: 0; font-size: 13px; line-height: 1.55; }
    .excerpt pre { padding: 6px 0; }
    .excerpt pre > code { display: block; font-size: 1em; }
    .row { display: inline-flex; width: 100%; color: inherit; background: none; text-decoration: none; border-left: 4px solid transparent;
      padding-right: 12px; vertical-align: top; }
    .row .gutter { flex: none; min-width: 7ch; padding-right: 1ch; text-align: right; color: var(--quiet); user-select: none;
      -webkit-user-select: none; white-space: pre; }
    .row .text { white-space: pre-wrap; word-break: break-all; min-width: 0; }
    .row .text b { color: var(--quiet); font-weight: 400; }
    mark.row { background: var(--warn-bg); border-left-color: var(--warn); font-weight: 600; }
    ins.row { background: var(--fail-bg); border-left-color: var(--fail); font-weight: 600; }
    mark.row .gutter { color: var(--warn); }
    ins.row .gutter, ins.row em { color: var(--fail); }
    ins.row em { white-space: nowrap; word-break: normal; font-style: normal; font-size: 12px; margin-left: 1.5em; }
    .change ins.row { background: var(--good-bg); border-left-color: var(--good); }
    .change ins.row .gutter { color: var(--good); }
    .change del.row { background: var(--fail-bg); border-left-color: var(--fail); }
    .change del.row .gutter { color: var(--fail); }
    .pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 14px; font-size: 14px; margin-top: 8px; }
    .pairs dt { color: var(--quiet); }
    .pairs dd { grid-column: 2; overflow-wrap: anywhere; }
    .pairs small { margin-left: .8em; }
    .waiver { border-left: 3px solid var(--line); padding: 2px 12px; margin-top: 8px; font-size: 14px; overflow-wrap: anywhere; }
    .waiver small { display: block; }
    .waiver.expired { border-left-color: var(--warn); }
    .waiver.expired strong { color: var(--warn); }
    .incomplete { border: 2px dashed var(--odd); background: var(--odd-bg); }
    div.incomplete { border-radius: 8px; padding: 12px 16px; margin-top: 16px; }
    .incomplete h2, .incomplete h3 { color: var(--odd); }
    .incomplete .place { color: var(--text); }
    .problems { margin: 8px 0 0; padding: 0; list-style: none; }
    .problems li + li { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--line); }
    .problems .message { font-weight: 600; overflow-wrap: anywhere; }
    .problems pre { overflow-x: auto; margin-top: 6px; }
    .fix { font-size: 14px; overflow-wrap: anywhere; }
    .rule.rule { margin: 0; padding: 14px 0; border-top: 1px solid var(--grid); }
    h2 + .rule.rule { border-top: 0; padding-top: 6px; }
    .rule .summary { font-weight: 600; }
    .rule p { max-width: 85ch; overflow-wrap: anywhere; }
    .bundle { content-visibility: auto; contain-intrinsic-size: auto 700px; }
    .finding { content-visibility: auto; contain-intrinsic-size: auto 320px; }
    [hidden] { display: none !important; }
    .overview .name small { display: block; }
    .sound .name { white-space: nowrap; }
    .sound .name small { margin-left: .8em; }
    .overview td { white-space: normal; overflow-wrap: anywhere; }
    .overview .badge { margin: 0; }
    .overview .where { min-width: 22ch; }
    .where details { display: inline; border: 0; padding: 0; margin: 0; }
    .where summary { display: inline-block; margin-left: .6em; font-weight: 400; color: var(--quiet); }
    .filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center;
      background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 8px 16px;
      margin-bottom: 12px; font-size: 14px; }
    .filter > label { font-weight: 600; }
    .filter input[type=search] { flex: 1 1 16em; min-width: 0; font: inherit; color: inherit; background: var(--page);
      border: 1px solid var(--quiet); border-radius: 6px; padding: 5px 9px; }
    .filter .kinds { display: flex; flex-wrap: wrap; gap: 4px 14px; }
    .filter .kinds label { white-space: nowrap; }
    .filter input[type=checkbox] { accent-color: var(--pass); }
    #matches { color: var(--quiet); }
    .filter.active #matches { color: var(--text); font-weight: 600; }
    .filter button { font: inherit; color: var(--pass); background: none; border: 1px solid; border-radius: 6px; padding: 3px 9px;
      cursor: pointer; }
    .bundle, .finding.finding, .finding h4 span { scroll-margin-top: 72px; }
    .outcomes h3 { margin-top: 12px; font-size: 14px; }
    .outcomes ul { margin: 4px 0 0; padding-left: 1.2em; font-size: 13px; color: var(--quiet); columns: 320px auto; column-gap: 32px; }
    .outcomes li { overflow-wrap: anywhere; break-inside: avoid; }
    .group > .settled { border-top: 0; margin-top: 6px; padding-top: 4px; }
    .history > h3 { margin-bottom: 8px; }
    .settled > summary { color: var(--quiet); font-weight: 400; font-size: 14px; }
    .tool { font-size: 13px; }
    @container (max-width: 700px) {
      .contents, .contents caption, .contents tbody, .policies, .policies caption, .policies tbody, .kept, .kept caption, .kept tbody
        { display: block; }
      .contents thead, .policies thead, .kept thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
        clip-path: inset(50%); }
      .contents tbody tr, .policies tbody tr, .kept tbody tr { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 8px 0;
        border-top: 1px solid var(--grid); }
      .contents tbody > tr > *, .policies tbody > tr > *, .kept tbody > tr > * { border: 0; padding: 0; white-space: normal;
        overflow-wrap: anywhere; min-width: 0; text-align: left; }
      .contents .name, .policies .name, .policies .digest, .kept .name, .kept .labels { flex-basis: 100%; }
      .contents td { color: var(--quiet); }
      .contents td.zero { display: none; }
      .sound, .sound tbody, .overview, .overview tbody { display: block; }
      .sound thead, .overview thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .sound tbody tr, .overview tbody tr { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 8px 0;
        border-top: 1px solid var(--grid); }
      .sound tbody > tr > *, .overview tbody > tr > * { border: 0; padding: 0; min-width: 0; text-align: left; }
      .overview .name, .overview .where { flex-basis: 100%; }
      .sound td { color: var(--quiet); }
      .sound .name { white-space: normal; overflow-wrap: anywhere; }
      .sound td:nth-child(3) { display: none; }
      .overview td:nth-child(3)::before { content: "findings "; }
      .overview td:nth-child(4)::before { content: "bundles "; }
      .contents td:nth-child(3)::before { content: "errors "; }
      .contents td:nth-child(4)::before { content: "warnings "; }
      .contents td:nth-child(5)::before { content: "notes "; }
      .contents td:nth-child(6)::before { content: "accepted "; } }
    @media (max-width: 520px) {
      .verdict { padding: 8px 12px; }
      .verdict h1 { font-size: 24px; }
      .verdict .lede { font-size: 15px; }
      .report .facts { gap: 0 14px; margin: 8px 2px 2px; }
      .report .facts small, .report .facts .none { display: none; }
      .jumps { margin: 0 2px 10px; gap: 0 14px; }
      .folds { padding: 2px 14px; }
      .top { gap: 10px; }
      .report .top h2 { font-size: 17px; }
      .identity .plain dt { display: none; }
      .identity { gap: 0 12px; }
      .filter { position: static; padding: 8px 14px; gap: 6px 12px; }
      .filter > label { display: none; }
      .filter .kinds { gap: 4px 9px; font-size: 13px; }
      .bundle, .finding.finding, .finding h4 span { scroll-margin-top: 8px; }
      .icon { width: 40px; height: 40px; border-radius: 9px; }
      .row .gutter { min-width: 5.5ch; padding-right: .6ch; }
      .report pre { font-size: 12px; }
      .pairs { gap: 2px 10px; }
      .pairs dt { font-size: 13px; }
      .pairs small { display: block; margin: 0; }
      .outcomes ul { columns: auto; } }
    @media print {
      :root { --good: #1a6b32; --warn: #855200; --odd: #6a35b5; --good-bg: #ffffff; --fail-bg: #ffffff; --warn-bg: #f2f2f2;
        --note-bg: #ffffff; --odd-bg: #ffffff; --code: #ffffff; }
      .skip, .anchor, .jumps, .filter, .filter > * { display: none; }
      .filter.active, .filter.active #matches { display: block; position: static; }
      .bundle, .finding { content-visibility: visible; }
      .claim, .excerpt, .finding h4, .verdict, .waiver, .top { break-inside: avoid; }
      .finding h4, .group > h3, .top, .folds summary { break-after: avoid; }
      .verdict .sign { border: 2px solid; background: none; color: inherit; }
      mark.row, ins.row { background: none; } }
    """
}
