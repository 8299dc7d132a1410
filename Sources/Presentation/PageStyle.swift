package enum PageStyle {
  package static let sheet: StaticString = """
    :root { --page: #f6f7f9; --card: #ffffff; --text: #1b1f24; --quiet: #59626e; --line: #d8dde3; --grid: #e6e9ed;
      --pass: #0a5fb4; --fail: #b3261e; --label: #eef1f4; --focus: #0a5fb4; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #101317; --card: #181c21; --text: #e7eaee; --quiet: #a4adb8; --line: #353c45; --grid: #2a3038;
        --pass: #74b4ff; --fail: #ff8d84; --label: #262c34; --focus: #74b4ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 24px 20px 48px; max-width: 1080px; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    h1, h2, h3, p, dl, dd, figure { margin: 0; }
    h1 { font-size: 26px; line-height: 1.2; letter-spacing: -.01em; }
    h2 { font-size: 19px; line-height: 1.3; overflow-wrap: anywhere; }
    h3 { font-size: 15px; line-height: 1.4; overflow-wrap: anywhere; }
    h3 small { display: inline-block; font-weight: 400; color: var(--quiet); margin-left: .6em; font-size: 13px; }
    code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    a { color: var(--pass); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
    .location { color: var(--quiet); overflow-wrap: anywhere; margin-top: 4px; }
    .facts { display: flex; flex-wrap: wrap; gap: 12px 40px; margin: 20px 0 16px; }
    .facts dt { color: var(--quiet); font-size: 13px; }
    .facts dd { font-size: 22px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; }
    .facts small { display: block; font-size: 13px; font-weight: 400; color: var(--quiet); }
    .newest { font-size: 13px; margin: 0 0 24px; }
    .newest dt { color: var(--quiet); }
    .newest dd { overflow-wrap: anywhere; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px;
      margin-bottom: 20px; }
    article { margin-top: 14px; }
    article + article { margin-top: 26px; padding-top: 18px; border-top: 1px solid var(--line); }
    .state, .note, figcaption, .empty, footer p { color: var(--quiet); }
    .state strong { color: var(--text); overflow-wrap: anywhere; }
    .state, figcaption, footer p { font-size: 14px; }
    figure { margin: 8px 0 14px; }
    .legend { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 2px 16px; font-size: 13px; color: var(--quiet); }
    .legend span { display: inline-flex; align-items: center; gap: 6px; }
    .mark { width: 11px; height: 11px; }
    .chart { display: block; width: 100%; height: auto; }
    .chart text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
    .chart .version { text-anchor: end; dominant-baseline: central; }
    .chart .time { text-anchor: middle; dominant-baseline: hanging; }
    .chart .last { text-anchor: end; }
    .grid { stroke: var(--grid); fill: none; }
    .axis { stroke: var(--line); fill: none; }
    .line { stroke: var(--pass); stroke-width: 1.5; stroke-opacity: .55; fill: none; stroke-linejoin: round; }
    .passed circle, .shipped path { fill: var(--pass); stroke: var(--card); stroke-width: 1; }
    .failed path { stroke: var(--fail); stroke-width: 2.5; stroke-linecap: round; fill: none; }
    .withdrawn path { stroke: var(--text); stroke-width: 1.75; fill: var(--card); }
    .each path { transform-box: fill-box; transform-origin: center; }
    .dense .passed circle { stroke: none; }
    .dense .line { stroke-opacity: 1; }
    .dense .failed path { stroke-width: 1.25; }
    .large { margin-bottom: -10px; }
    .chart circle:hover { stroke: var(--text); stroke-width: 2; }
    .narrow { display: none; }
    .scroll { overflow-x: auto; container-type: inline-size; }
    .tall { max-height: min(700px, 85vh); overflow-y: auto;
      background: linear-gradient(transparent, var(--card) 60%) bottom / 100% 32px no-repeat local,
        linear-gradient(transparent, var(--line)) bottom / 100% 12px no-repeat scroll; }
    table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--quiet); font-size: 13px; padding-bottom: 6px; }
    th, td { text-align: left; padding: 5px 16px 5px 0; border-top: 1px solid var(--grid); white-space: nowrap;
      vertical-align: top; font-weight: 400; }
    thead th { color: var(--quiet); font-size: 13px; border-top: 0; position: sticky; top: 0; background: var(--card);
      box-shadow: inset 0 -1px var(--line); }
    .number { text-align: right; }
    tbody th { color: var(--quiet); }
    .name { white-space: normal; overflow-wrap: break-word; min-width: 18ch; }
    .labels { white-space: normal; min-width: 18ch; }
    .check { white-space: normal; min-width: 16ch; overflow-wrap: anywhere; }
    .standing { display: block; }
    .builds time { white-space: nowrap; }
    .measure-name { font-size: 14px; color: var(--quiet); }
    .measure-name strong { color: var(--text); font-weight: 600; }
    tbody th a { color: var(--pass); }
    tr > :last-child { padding-right: 0; }
    .failed { color: var(--fail); font-weight: 600; }
    .label { display: inline-block; background: var(--label); border-radius: 4px; padding: 0 6px; margin-right: 6px;
      font-size: 13px; max-width: 100%; overflow-wrap: anywhere; }
    a.label { color: var(--pass); }
    @container (max-width: 800px) {
      .builds, .builds caption, .builds tbody { display: block; }
      .builds thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .builds tbody tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 7px 0; border-top: 1px solid var(--grid); }
      .builds tbody > tr > * { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; min-width: 0; text-align: left; }
      .builds td:nth-child(2) { font-weight: 600; }
      .builds .labels { flex-basis: 100%; }
      .builds td:empty { display: none; }
      .builds td[data-name]::before { content: attr(data-name) " "; color: var(--quiet); }
      .builds .standing { display: inline; margin-left: .6em; } }
    @container (max-width: 560px) {
      .products, .products caption, .products tbody { display: block; }
      .products thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .products tbody tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 7px 0; border-top: 1px solid var(--grid); }
      .products tbody > tr > * { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; min-width: 0; text-align: left; }
      .products .name { flex-basis: 100%; }
      .products td { color: var(--quiet); }
      .products td:nth-child(3) { color: var(--text); font-weight: 600; }
      .products td:nth-child(4)::before { content: "recorded "; }
      .products td:nth-child(5)::before { content: "builds "; }
      .products td:nth-child(6)::before { content: "failed "; } }
    details { margin-top: 18px; border-top: 1px solid var(--line); padding-top: 12px; }
    summary { cursor: pointer; font-weight: 600; }
    .nested { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 24px 32px;
      margin-top: 12px; }
    .nested article { min-width: 0; margin: 0; padding: 0; border: 0; }
    footer h2 { font-size: 15px; }
    footer p { max-width: 75ch; margin-bottom: 8px; }
    @media (max-width: 1000px) { .wide text { font-size: 14px; } }
    @media (max-width: 760px) {
      .wide { display: none; }
      .narrow { display: inline; }
      .narrow text { font-size: 20px; }
      .large .line { stroke-width: 2.5; }
      .large { margin-bottom: 0; }
      .large circle { r: 5.5px; }
      .dense circle { r: 3px; }
      .large .each path { transform: scale(1.4); }
      .dense .each path { transform: scale(1.2); } }
    @media (max-width: 520px) {
      body { padding: 16px 12px 32px; }
      section { padding: 14px; }
      .facts { gap: 12px 28px; }
      .facts dd { font-size: 19px; }
      .narrow text { font-size: 30px; }
      .large circle { r: 8px; }
      .dense circle { r: 4px; }
      .dense .failed path { stroke-width: 2; }
      .large .line { stroke-width: 3.5; }
      .large .each path { transform: scale(2); }
      .dense .each path { transform: scale(1.6); }
      .only text { font-size: 15px; } }
    @media print {
      :root { --page: #ffffff; --card: #ffffff; --text: #000000; --quiet: #444444; --line: #bbbbbb; --grid: #dddddd;
        --pass: #0a5fb4; --fail: #b3261e; --label: #ffffff; }
      body { max-width: none; padding: 0; font-size: 11pt; }
      section { border: 0; padding: 0; }
      .scroll { overflow: visible; max-height: none; background: none; }
      thead th { position: static; }
      figure, tr, .facts { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      details:not(.outcomes)::details-content { content-visibility: visible; display: block; height: auto; }
      .label { border: 1px solid var(--line); } }
    """
}
