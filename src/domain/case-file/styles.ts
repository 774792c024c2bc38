/** The style of a case file, on a screen and on paper. */
export const caseStyles = `:root{--rule:#d5dae1;--quiet:#56606b;--tone:#6b7280}
*{box-sizing:border-box}body{margin:0;background:#fff;color:#16191d;font:15px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem}h1{font-size:1.6rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .75rem}h3{font-size:1rem;margin:1.25rem 0 .35rem}p{margin:.25rem 0}
.quiet,footer{color:var(--quiet)}footer{border-top:1px solid var(--rule);margin-top:2rem;padding-top:.75rem;font-size:.875rem}
.verdict{border:1px solid var(--tone);border-left-width:8px;border-radius:6px;padding:.75rem 1rem}
.verdict.found{--tone:#c92a2a}.verdict.possible,.verdict.nothing_to_compare{--tone:#c77700}.verdict.not_found{--tone:#2b8a3e}
.finding{font-weight:700;letter-spacing:.02em;text-transform:uppercase;font-size:.8125rem;color:var(--tone)}
.sentence{font-size:1.125rem;font-weight:600}.match{font-size:1.0625rem}
table{border-collapse:collapse;width:100%;margin:.25rem 0 .75rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
.facts th{width:12rem;font-weight:400;color:var(--quiet)}.rows th{font-weight:600;white-space:nowrap}.rows td{overflow-wrap:normal}.rows td:last-child{white-space:nowrap}.scroll{overflow-x:auto}
code,pre{font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
svg{display:block;width:100%;height:auto;margin:.5rem 0}svg text{font-family:system-ui,sans-serif}.time text{font-size:12px;fill:var(--quiet)}
figure{margin:1rem 0}figcaption{font-size:.875rem;color:var(--quiet);overflow-wrap:anywhere}
.lane{fill:#eef1f5}.bar{fill:#e8590c}.tie{stroke:#e8590c;stroke-width:1.5}
@media(max-width:36em){.facts th,.facts td{display:block;width:auto;border:0;padding:0}.facts td{padding-bottom:.35rem}}
@media print{.screen{display:none}main{padding:0;max-width:none}.case{break-before:page}.case:first-of-type{break-before:auto}
.verdict,svg,figure,tr{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;
