/** The comparison of two songs as one HTML page that needs nothing else: for a person who judges the evidence. */
import type { SongDescription } from '../../../music/song-description.js';
import { barsText } from '../comparison/bars.js';
import { reportingThreshold, segmentMetric } from '../comparison/calibration.js';
import type { LineScores } from '../comparison/documented-scores.js';
import { keyDoubt, spelledKey } from '../comparison/key-agreement.js';
import type { SegmentMatch } from '../comparison/segment-match.js';
import type { RollSide } from '../comparison/segment-rolls.js';
import { type Clip, isSame, type Stretch } from './clips.js';
import { beatMarks, type PitchRows, pitchRows, rollSvg } from './roll.js';
import { type ComparedWithRolls, type ReportFigure, type ReportSection, reportSections } from './sections.js';
import { reportScript, reportStyles } from './style.js';
import { clock, escapeHtml } from './text.js';

export interface ReportedSong {
  readonly title: string;
  readonly description: SongDescription;
  /** What of it can be played; empty for notes alone, which the page plays itself. */
  readonly clips: readonly Clip[];
}

/** The stretches that the page shows and could play, best first. */
export function shownStretches(compared: ComparedWithRolls): { original: Stretch[]; comparison: Stretch[] } {
  const figures = reportSections(compared).flatMap((section) => section.figures);
  return {
    original: figures.map(({ rolls }) => rolls.original),
    comparison: figures.map(({ rolls }) => rolls.comparison),
  };
}

/** One page with styles, drawings, sounds and the little script of its play buttons inside. */
export function comparisonReport(a: ReportedSong, b: ReportedSong, compared: ComparedWithRolls): string {
  const sections = reportSections(compared);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(a.title)} and ${escapeHtml(b.title)}</title><style>${reportStyles}</style></head><body><main>
<h1>${escapeHtml(a.title)} <span>and</span> ${escapeHtml(b.title)}</h1>
<p class="verdict">${verdict(compared)}</p>
${keyNote(compared)}<p>This page shows evidence for a person to judge. It is not a verdict: common sources, shared idioms and chance make
songs alike too. Notes that match are drawn strong and at one height in both rolls, whatever the key. Bits beyond chance say
how much songs share that songs without a common origin hardly do: each makes chance about half as likely an explanation.</p>
<div class="scroll"><table><tr><th>Song</th><th>Key</th><th>Tempo</th><th>Meter</th><th>Length</th><th>Read from</th></tr>
${songRow(a)}${songRow(b)}</table></div>
${sections.map((section) => sectionHtml(section, [a, b])).join('\n')}
</main>${[a, b].map(audioElements).join('')}<script>${reportScript}</script></body></html>
`;
}

/** Where the transposition contradicts the keys in the table, the page says which of them is doubtful. */
function keyNote({ comparison }: ComparedWithRolls): string {
  const doubt = comparison.keys && keyDoubt(comparison.keys);
  return doubt ? `<p>${escapeHtml(doubt)}</p>\n` : '';
}

const basisWords = {
  melody: 'in the melody',
  harmony: 'in the chords',
  tonal: 'in the chroma sequence',
} as const;

function verdict({ comparison }: ComparedWithRolls): string {
  if (comparison.lines.length === 0 && !comparison.harmony && !comparison.tonal)
    return 'No common melody and no common chords were found.';
  const said = comparison.reported
    ? 'The songs share more than chance explains'
    : 'What the songs share is within what chance explains';
  const metric = comparison.signatureMetric.toFixed(2);
  return `${said}: signature metric ${metric} (a match is reported from ${reportingThreshold.toFixed(2)}); ${comparison.bits.toFixed(1)} bits beyond chance, ${basisWords[comparison.basis]}.`;
}

function songRow({ title, description }: ReportedSong): string {
  const { key, tempoBpm, meter, durationSeconds, source, beats } = description;
  const cells = [
    escapeHtml(title),
    spelledKey(key) ?? 'none found',
    beats.length < 2 ? 'no steady beat' : `${tempoBpm.toFixed(1)} BPM`,
    `${meter}/4`,
    clock(durationSeconds),
    source === 'midi' ? 'notes (MIDI)' : 'a recording',
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

type Songs = readonly [ReportedSong, ReportedSong];

function sectionHtml({ title, sentence, bits, figures }: ReportSection, songs: Songs): string {
  return `<section><h2>${title}</h2><p>${sentence}</p>
${figures.map((figure) => figureHtml(figure, bits, songs)).join('\n')}</section>`;
}

function figureHtml({ segment, rolls }: ReportFigure, bits: number, songs: Songs): string {
  const rows = pitchRows(rolls);
  const matchedA = new Set(rolls.matched.map(([note]) => note));
  const matchedB = new Set(rolls.matched.map(([, note]) => note));
  const marksA = beatMarks(rolls.original, songs[0].description.beats, 1);
  const marksB = beatMarks(rolls.comparison, songs[1].description.beats, segment.comparisonTempo);
  return `<figure>${sideHtml(songs, 0, rolls.original, marksA, matchedA, rows, 0)}
${sideHtml(songs, 1, rolls.comparison, marksB, matchedB, rows, rows.shift)}
<p>This passage by itself: signature metric ${segmentMetric(bits, segment.evidenceShare).toFixed(2)}.</p>
<details><summary>Scores of these 16 beats</summary><div class="scroll">${scoreTable(segment)}</div></details></figure>`;
}

function sideHtml(
  songs: Songs,
  index: 0 | 1,
  side: RollSide,
  marks: readonly number[],
  matched: ReadonlySet<number>,
  rows: PitchRows,
  shift: number,
): string {
  const song = songs[index];
  const time = `${barsText(side.bars)}, ${clock(side.startSeconds)} to ${clock(side.endSeconds)}`;
  const label = `Piano roll of ${song.title}, ${time}`;
  return `<div class="part"><div class="side">${escapeHtml(song.title)} <span>${time}</span>${playButton(song, index, side, marks)}</div>
<div class="scroll">${rollSvg(side, marks, matched, rows, shift, label)}</div></div>`;
}

/** Plays the recording where it was cut out, the written notes where there is no recording, else nothing. */
function playButton(song: ReportedSong, index: 0 | 1, side: RollSide, marks: readonly number[]): string {
  const clip = song.clips.findIndex((one) => isSame(one, side));
  const name = `${song.title}, ${clock(side.startSeconds)} to ${clock(side.endSeconds)}`;
  const beats = JSON.stringify(marks.map((mark) => Number(mark.toFixed(3))));
  const button = (label: string, data: string): string =>
    `<button type="button" data-label="${label}" data-seconds="${(side.endSeconds - side.startSeconds).toFixed(2)}" data-beats="${beats}" ${data} aria-label="${label}: ${escapeHtml(name)}">${label}</button>`;
  if (clip >= 0) return button('Play', `data-clip="${clipId(index, clip)}"`);
  if (song.description.source !== 'midi' || side.notes.length === 0) return '';
  const notes = side.notes.map((note) => [
    Number((note.startSeconds - side.startSeconds).toFixed(3)),
    Number((note.endSeconds - note.startSeconds).toFixed(3)),
    note.midiPitch,
  ]);
  return button('Play the notes', `data-notes="${JSON.stringify(notes)}"`);
}

const clipId = (song: number, clip: number): string => `clip-${song}-${clip}`;

function audioElements({ clips }: ReportedSong, song: number): string {
  return clips
    .map(
      ({ url }, clip) => `<audio id="${clipId(song, clip)}" preload="none" src="${escapeHtml(url)}"></audio>`,
    )
    .join('');
}

const scoreNames = ['metric', 'pitch_score', 'correlation', 'ratio', 'bpm_ratio', 'difficulty'] as const;

function scoreTable({ scores }: SegmentMatch): string {
  const row = (name: string, line: LineScores): string =>
    `<tr><td>${name}</td>${scoreNames.map((score) => `<td>${line[score].toFixed(3)}</td>`).join('')}</tr>`;
  return `<table><tr><th></th>${scoreNames.map((name) => `<th>${name}</th>`).join('')}</tr>
${row('vocal', scores.vocal)}${row('melody', scores.melody)}${row('topline', scores.topline)}
<tr><td>chord</td><td>${scores.chord.toFixed(3)}</td><td colspan="5"></td></tr></table>`;
}
