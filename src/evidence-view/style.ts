/** The view's style: the dashboard's colour scheme where there is one, else the reader's. No file beside a report is needed. */
const dark = `--ev-ground:#1d2329;--ev-beat:#2a323a;--ev-bar:#6b7885;--ev-note:#4a5662;--ev-note-text:#e6eaee;--ev-match:#5aa7ff;--ev-match-text:#08121d;
--ev-tie:#5aa7ff;--ev-quiet:#a5b0bb;--ev-text:#e6eaee;--ev-rule:#2f3841;--ev-track:#2a323a;--ev-fill:#7d8894;--ev-over:#ff7b72;--ev-threshold:#e6eaee;--ev-head:#fb923c;
--ev-button:#5aa7ff;--ev-on-button:#08121d;--ev-clear:#51b366`;

export const evidenceStyles = `.ev{--ev-ground:#f4f6f8;--ev-beat:#e3e7eb;--ev-bar:#97a3ae;--ev-note:#c3ccd4;--ev-note-text:#1b1f24;--ev-match:#0b62c4;--ev-match-text:#fff;
--ev-tie:#0b62c4;--ev-quiet:#57616c;--ev-text:#1b1f24;--ev-rule:#dde2e7;--ev-track:#e6eaee;--ev-fill:#7d8894;--ev-over:#c92a2a;--ev-threshold:#1b1f24;--ev-head:#c2410c;
--ev-button:#0b62c4;--ev-on-button:#fff;--ev-clear:#2b8a3e}
@media(prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]) .ev{${dark}}}
:root[data-mantine-color-scheme=dark] .ev{${dark}}
.ev h3{font-size:1.15rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
.ev h4{font-size:1rem;line-height:1.4;margin:0;font-weight:600;overflow-wrap:anywhere}
.ev p{margin:.35rem 0;max-width:48rem}.ev-quiet{color:var(--ev-quiet);font-size:.875rem}
.ev-bands{margin:.25rem 0 .75rem;max-width:40rem}.ev-band{display:grid;grid-template-columns:8.5rem minmax(0,1fr) 3rem;gap:.75rem;align-items:center;margin:.15rem 0;font-size:.875rem}
.ev-band svg{width:100%;height:1rem;display:block}.ev-decides{font-weight:650}.ev-band-value{text-align:right;font-variant-numeric:tabular-nums}
.ev-track{fill:var(--ev-track)}.ev-fill{fill:var(--ev-fill)}.ev-over{fill:var(--ev-over)}.ev-threshold{stroke:var(--ev-threshold);stroke-width:2;vector-effect:non-scaling-stroke}
.ev-passage{border-top:1px solid var(--ev-rule);padding:.9rem 0 .5rem;break-inside:avoid}
.ev-grade{display:inline-block;margin-left:.5rem;padding:0 .5rem;border-radius:999px;font-size:.8rem;border:1px solid currentcolor;color:var(--ev-quiet)}
.ev-strong{color:var(--ev-over)}
.ev-side{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .6rem;margin:.5rem 0;font-size:.9rem;overflow-wrap:anywhere}.ev-role{color:var(--ev-quiet)}
.ev-play{font:inherit;font-size:.8rem;border:0;border-radius:999px;padding:.2rem .8rem;background:var(--ev-button);color:var(--ev-on-button);cursor:pointer}
.ev-play:focus-visible,.ev-scroll:focus-visible{outline:2px solid var(--ev-head);outline-offset:2px}
.ev-scroll{overflow-x:auto}.ev-roll-box{position:relative;min-width:42rem}
.ev-roll{display:block;width:100%;height:auto}.ev-roll text{font:11px system-ui,sans-serif;fill:var(--ev-text)}
.ev-ground{fill:var(--ev-ground)}.ev-beat{stroke:var(--ev-beat)}.ev-bar{stroke:var(--ev-bar)}
.ev-roll .ev-bar-number{font-size:11px;fill:var(--ev-quiet)}.ev-roll .ev-chord-name{font-size:13px}
.ev-note rect{fill:var(--ev-note)}.ev-roll .ev-note text{font-size:9.5px;fill:var(--ev-note-text)}
.ev-matched rect{fill:var(--ev-match)}.ev-roll .ev-matched text{fill:var(--ev-match-text)}
.ev-tie{stroke:var(--ev-tie);stroke-opacity:.28}.ev-chord-tie{stroke-opacity:1;stroke-width:2}.ev-head{stroke:var(--ev-head);stroke-width:2;visibility:hidden}
.ev-plot{display:block;width:100%;max-width:50rem;height:auto;margin:0 auto}.ev-plot text{font:11px system-ui,sans-serif;fill:var(--ev-quiet)}
.ev-segments{display:block;width:100%;height:56px}.ev-clear{fill:var(--ev-clear)}.ev-traces{fill:var(--ev-head)}
.ev-grid{stroke:var(--ev-rule)}.ev-curve{stroke:var(--ev-clear);stroke-width:2}.ev-limit{stroke:var(--ev-head);stroke-width:2}.ev-cut{stroke:var(--ev-threshold);stroke-width:2}.ev-own{stroke:var(--ev-match);stroke-width:2.5}
.ev details>summary{cursor:pointer;color:var(--ev-quiet);padding:.35rem 0}
.ev table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}.ev th,.ev td{padding:.2rem 1rem .2rem 0;text-align:left;white-space:nowrap}.ev th{color:var(--ev-quiet);font-weight:400}
@media(max-width:34rem){.ev-scroll>.ev-plot{min-width:32rem}.ev-band{grid-template-columns:6.5rem minmax(0,1fr) 2.5rem;gap:.5rem}}
@media print{.ev-play{display:none}.ev-scroll{overflow:visible}.ev-roll-box{min-width:0}}`;
