/** The comparison of two songs as one HTML page that needs nothing else: for a person who judges the evidence. */
import type { SongDescription, SongNote } from '../../music/song-description.js';
import { keyName, secondsAtBeat } from '../../music/song-description.js';
import { reportingThreshold } from './calibration.js';
import type { Comparison, LineMatch, SegmentMatch } from './compare-songs.js';
import type { LineScores } from './documented-scores.js';
import type { LineName } from './melody-codes.js';

export interface ReportedSong {
  readonly title: string;
  readonly description: SongDescription;
  /** Where a browser can play the song (a relative address, a data: or https: URL); absent for notes alone. */
  readonly audioUrl?: string;
}

const shownLines = 3;
const shownSegments = 4;
const lineTitles: Record<LineName, string> = {
  vocal: 'vocal line',
  instrumental: 'instrumental line',
  topline: 'topline',
};

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return text.replace(/[&<>"']/g, (letter) => `&${names[letter]};`);
}

function clock(seconds: number): string {
  const rounded = Math.round(seconds * 10) / 10;
  const minutes = Math.floor(rounded / 60);
  return `${minutes}:${(rounded - minutes * 60).toFixed(1).padStart(4, '0')}`;
}

const isPlayable = (url: string): boolean => !/^\s*(javascript|vbscript)\s*:/i.test(url);

/** One page with styles, drawings and the little script of its play buttons inside. */
export function comparisonReport(a: ReportedSong, b: ReportedSong, comparison: Comparison): string {
  const percent = Math.round(comparison.signatureMetric * 100);
  const verdict =
    comparison.lines.length === 0
      ? 'No common melody was found.'
      : `${comparison.bits.toFixed(1)} bits beyond chance; signature metric ${percent} of 100 (reported from ${reportingThreshold * 100}).`;
  const players = [a, b].map((song, index) =>
    song.audioUrl && isPlayable(song.audioUrl)
      ? `<audio id="song${index}" controls preload="metadata" src="${escapeHtml(song.audioUrl)}"></audio>`
      : '',
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(a.title)} and ${escapeHtml(b.title)}</title><style>${styles}</style></head><body><main>
<h1>${escapeHtml(a.title)} <span>and</span> ${escapeHtml(b.title)}</h1>
<p class="verdict">${verdict}</p>
<p>This page shows evidence for a person to judge. It is not a verdict: common sources, shared idioms and chance make
songs alike too.</p>
<table><tr><th>Song</th><th>Key</th><th>Tempo</th><th>Meter</th><th>Length</th><th></th></tr>
${songRow(a, players[0]!)}${songRow(b, players[1]!)}</table>
${comparison.lines
  .slice(0, shownLines)
  .map((match) => lineSection(a, b, match, players))
  .join('\n')}
</main>${players.some((player) => player !== '') ? `<script>${script}</script>` : ''}</body></html>
`;
}

function songRow({ title, description }: ReportedSong, player: string): string {
  const { key, tempoBpm, meter, durationSeconds } = description;
  return `<tr><td>${escapeHtml(title)}</td><td>${key ? keyName(key) : 'none found'}</td><td>${tempoBpm.toFixed(1)} BPM</td><td>${meter}/4</td><td>${clock(durationSeconds)}</td><td>${player}</td></tr>`;
}

function lineSection(a: ReportedSong, b: ReportedSong, match: LineMatch, players: readonly string[]): string {
  const moved =
    match.transposition === 0
      ? 'in the same key'
      : `${Math.abs(match.transposition)} semitones ${match.transposition > 0 ? 'higher' : 'lower'} in the second song`;
  return `<section><h2>${lineTitles[match.lineA]} against ${lineTitles[match.lineB]}</h2>
<p>${match.run.notes} notes match, ${moved}; ${match.bits.toFixed(1)} bits beyond chance.</p>
${match.segments
  .slice(0, shownSegments)
  .map((segment) => segmentFigure(a, b, match, segment, players))
  .join('\n')}</section>`;
}

function segmentFigure(
  a: ReportedSong,
  b: ReportedSong,
  match: LineMatch,
  segment: SegmentMatch,
  players: readonly string[],
): string {
  const side = (song: ReportedSong, index: 0 | 1): string => {
    const { time_start: start, time_end: end } = index === 0 ? segment.original : segment.comparison;
    const button =
      players[index] === ''
        ? ''
        : ` <button type="button" data-song="${index}" data-start="${start}" data-end="${end}">Play</button>`;
    return `<figcaption>${escapeHtml(song.title)}, ${clock(start)} to ${clock(end)}${button}</figcaption>
${pianoRoll(song.description, match, index, segment)}`;
  };
  return `<figure>${side(a, 0)}${side(b, 1)}${scoreTable(segment)}</figure>`;
}

const width = 960;
const rowHeight = 6;

/** Notes of one line over four bars; matching notes are filled, and the chords stand below. */
function pianoRoll(song: SongDescription, match: LineMatch, index: 0 | 1, segment: SegmentMatch): string {
  const line: readonly SongNote[] = song.melody[index === 0 ? match.lineA : match.lineB];
  const start = segment.startBeats[index];
  const beats = segment.lengthBeats[index];
  const chords = index === 0 ? segment.original.chords : segment.comparison.chords;
  const matched = match.matchedOnsets.map((pair) => pair[index]);
  const notes = line.filter(
    (note) => note.onsetBeats < start + beats && note.onsetBeats + note.durationBeats > start,
  );
  const low = Math.min(...notes.map((note) => note.midiPitch), 127) - 1;
  const high = Math.max(...notes.map((note) => note.midiPitch), low + 12) + 1;
  const height = (high - low) * rowHeight;
  const x = (beat: number): number => ((beat - start) / beats) * width;
  const bars = song.downbeats
    .filter((beat) => beat >= start && beat < start + beats)
    .map((beat) => `<path class="bar" d="M${x(beat).toFixed(1)} 0V${height}"/>`);
  const boxes = notes.map((note) => {
    const from = Math.max(0, x(note.onsetBeats));
    const until = Math.min(width, x(note.onsetBeats + note.durationBeats));
    const isMatch = matched.some((onset) => Math.abs(onset - note.onsetBeats) < 1 / 24);
    const seconds = clock(secondsAtBeat(song.beats, note.onsetBeats));
    return `<rect class="${isMatch ? 'match' : 'note'}" x="${from.toFixed(1)}" y="${(high - note.midiPitch - 1) * rowHeight}" width="${Math.max(2, until - from - 1).toFixed(1)}" height="${rowHeight}"><title>MIDI ${note.midiPitch} at ${seconds}</title></rect>`;
  });
  const names = chords.map((chord, beat) =>
    beat > 0 && chords[beat - 1] === chord
      ? ''
      : `<text x="${(x(start + beat) + 3).toFixed(1)}" y="${height + 13}">${escapeHtml(chord)}</text>`,
  );
  return `<svg viewBox="0 0 ${width} ${height + 18}" role="img" aria-label="Piano roll of four bars">${bars.join('')}${boxes.join('')}${names.join('')}</svg>`;
}

function scoreTable({ scores }: SegmentMatch): string {
  const row = (name: string, line: LineScores): string =>
    `<tr><td>${name}</td>${[
      line.metric,
      line.pitch_score,
      line.correlation,
      line.ratio,
      line.bpm_ratio,
      line.difficulty,
    ]
      .map((value) => `<td>${value.toFixed(3)}</td>`)
      .join('')}</tr>`;
  return `<table><tr><th></th><th>metric</th><th>pitch_score</th><th>correlation</th><th>ratio</th><th>bpm_ratio</th><th>difficulty</th></tr>
${row('vocal', scores.vocal)}${row('melody', scores.melody)}${row('topline', scores.topline)}
<tr><td>chord</td><td>${scores.chord.toFixed(3)}</td><td colspan="5"></td></tr></table>`;
}

const styles = `body{margin:0;background:#fff;color:#1b1f24;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem}h1{font-size:1.6rem;line-height:1.25}h1 span{font-weight:400}
h2{font-size:1.15rem;margin:2rem 0 .25rem}.verdict{font-weight:600}figure{margin:1.25rem 0;padding:0}
figcaption{margin:.5rem 0 .25rem}svg{display:block;width:100%;height:auto;background:#f4f6f8}
.bar{stroke:#c3cad2}.note{fill:#aab4bf}.match{fill:#0b62c4}text{font:11px system-ui,sans-serif;fill:#333c46}
table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}td,th{padding:.2rem .75rem .2rem 0;text-align:left;font-weight:400}
th{color:#57616c}audio{height:2rem}button{font:inherit;cursor:pointer}
@media(prefers-color-scheme:dark){body{background:#14181c;color:#e6eaee}svg{background:#1d2329}.bar{stroke:#414b56}.note{fill:#66727e}.match{fill:#5aa7ff}text,th{fill:#b6c0ca;color:#b6c0ca}}`;

const script = `let end=0,playing=null;
document.addEventListener('click',e=>{const b=e.target.closest('button[data-song]');if(!b)return;
if(playing)playing.pause();playing=document.getElementById('song'+b.dataset.song);end=Number(b.dataset.end);
playing.currentTime=Number(b.dataset.start);playing.play();});
setInterval(()=>{if(playing&&!playing.paused&&playing.currentTime>=end)playing.pause();},50);`;
