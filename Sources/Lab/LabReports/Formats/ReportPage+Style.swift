extension ReportPage {
    /// The style sheet of the pages. There is no dark variant, because the page is also read in
    /// sunlight and on paper.
    static let style = """
        :root { color-scheme: light; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de;
          --pass: #1a7f37; --doubtful: #9a6700; --fail: #b3261e; --incomplete: #0550ae; --skipped: #57606a;
          --mark: #0b57d0; }
        * { box-sizing: border-box; }
        body { background: #fff; color: var(--ink); margin: 0 auto; padding: 1rem;
          max-width: 60rem; font: 16px/1.45 system-ui, sans-serif;
          -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        header { color: #fff; background: var(--skipped); border-radius: .6rem;
          padding: .9rem 1.2rem 1rem; }
        header.pass { background: var(--pass); }
        header.doubtful { background: var(--doubtful); }
        header.incomplete { background: var(--incomplete); }
        header.fail { background: var(--fail); }
        header p { margin: 0; }
        h1 { margin: 0; font-size: clamp(3rem, 14vw, 5rem); line-height: 1.1; }
        h1.title { font-size: 2rem; }
        .summary { font-size: 1.15rem; }
        h2 { margin: 0 0 .5rem; font-size: 1.35rem; }
        dl { margin: 1rem 0; display: grid; gap: .3rem 1.5rem; }
        dl div { display: flex; gap: .6rem; }
        dt { color: var(--quiet); min-width: 4.5rem; }
        dd { margin: 0; overflow-wrap: anywhere; }
        a { color: var(--mark); }
        section, article { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1.2rem; }
        section p, article p { margin: .4rem 0; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .35rem .8rem .35rem 0; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-weight: normal; font-size: .85rem; }
        section table { font-size: .9rem; }
        tr.fail td:nth-child(2) { color: var(--fail); font-weight: bold; }
        tr.doubtful td:nth-child(2) { color: var(--doubtful); font-weight: bold; }
        .mark { color: #fff; background: var(--skipped); border-radius: .3rem; padding: .1rem .5rem;
          font-size: .95rem; font-weight: bold; white-space: nowrap; text-transform: uppercase; }
        .mark.pass { background: var(--pass); }
        .mark.doubtful { background: var(--doubtful); }
        .mark.incomplete { background: var(--incomplete); }
        .mark.fail { background: var(--fail); }
        h2 .mark { vertical-align: middle; margin-left: .4rem; }
        pre { background: #f6f8fa; border: 1px solid var(--line); border-radius: .3rem;
          padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        code { overflow-wrap: anywhere; }
        .pictures { display: flex; flex-wrap: wrap; gap: 0 2rem; }
        figure { margin: .8rem 0; flex: 1 1 22rem; }
        figcaption, footer { color: var(--quiet); font-size: .9rem; max-width: 44rem; }
        footer { margin-top: 2rem; }
        svg { width: 100%; height: auto; display: block; }
        svg text { fill: var(--quiet); font-size: 13px; font-family: system-ui, sans-serif; }
        .screen { fill: #fff; stroke: #6e7781; stroke-width: 1; }
        .axis { stroke: var(--line); }
        .level1 { fill: #b7e4c0; } .level2 { fill: #6cc381; } .level3 { fill: #2f9e4f; }
        .dead { fill: #f4b6b2; }
        .level1, .level2, .level3, .dead { shape-rendering: crispEdges; }
        .cross { stroke: var(--fail); stroke-width: 1; fill: none; }
        .strip { fill: var(--fail); fill-opacity: .2; stroke: var(--fail); stroke-width: 1.5; }
        .limit { fill: none; stroke: var(--pass); stroke-width: 1.5; }
        .zone { fill: #e3f4e7; }
        .target { stroke: #6e7781; stroke-width: 1; fill: none; }
        .arrow { stroke: var(--mark); stroke-width: 2; fill: none; }
        .head { fill: var(--mark); }
        .rail { stroke: #e3f4e7; fill: none; }
        .middle { stroke: #2f9e4f; stroke-width: 1; stroke-dasharray: 3 2; }
        .stroke { fill: none; stroke: var(--mark); stroke-width: 1.2; stroke-linejoin: round; }
        .dot { fill: var(--mark); fill-opacity: .45; }
        .fault { fill: var(--fail); fill-opacity: .8; }
        .bar { fill: #7fb0f5; }
        .over { fill: var(--fail); }
        .curve { fill: none; stroke: var(--mark); stroke-width: 2; }
        .good { color: var(--pass); }
        .bad { color: var(--fail); }
        .numeric table { width: auto; }
        .numeric :is(th, td) { padding: .2rem 1.2rem .2rem 0; }
        .numeric th { vertical-align: bottom; }
        .numeric :is(th, td):not(:first-child) { text-align: right; }
        .numeric figure { overflow-x: auto; }
        .numeric svg { min-width: 44rem; }
        .bound { stroke: var(--fail); stroke-dasharray: 5 4; }
        @media (max-width: 44rem) {
          /* What is left out here stands with each test. */
          .overview th:nth-child(5), .overview td:nth-child(5) { display: none; }
          th, td { padding-right: .5rem; }
          table { font-size: .9rem; }
          section thead { display: none; }
          section tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
          section td { display: inline-block; padding: 0 .8rem 0 0; border: 0; }
          section td:first-child, section td:last-child { display: block; }
          section td:last-child { color: var(--quiet); }
          section td:nth-child(3)::before { content: "good "; }
          section td:nth-child(4)::before { content: "fails "; }
          .mark { font-size: .8rem; padding: .1rem .35rem; }
        }
        @media print {
          body { max-width: none; padding: 0; }
          section, figure, tr { break-inside: avoid; }
          .numeric svg { min-width: 0; }
          svg { max-height: 8cm; }
          a { color: inherit; text-decoration: none; }
        }
        """
}
