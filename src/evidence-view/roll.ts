/** Both songs' notes and chords above each other: one axis of beats, one of pitch, notes that match at one place of both. */
import { clock } from '../domain/case-file/clock.js';
import { upperMedian } from '../numbers/median.js';
import { chordShade } from './chord-shade.js';
import { el, type ViewNode } from './node.js';
import type { Passage, RollNote, RollSide } from './shared-evidence.js';
import { type PassageAxis, passageAxis, type SideAxis, type SideName } from './time-axis.js';
import { t } from './translate.js';
import { barsText, chordName, noteName, span } from './words.js';

const rollWidth = 960;
const chordHeight = 26;
const barRowHeight = 16;
const gap = 16;
const fewestRows = 12;
/** No lower than names of notes need. */
const [lowestRow, highestRow, laneHeight] = [11, 14, 200];
/** Ties of chords stand under their names. */
const chordTieInset = 10;
/** Narrower notes have no room for a name. */
const smallestNamedWidth = 24;

interface Rows {
  readonly low: number;
  readonly high: number;
  readonly height: number;
  /** Taken from the second song's pitches: the transposition, to the octave. */
  readonly shift: number;
  /** Of the first song's notes that match. */
  readonly middle: number;
}

/** `rollWidth` wide in its own units; the text in it scales with it. */
export function rollView(passage: Passage, titles: Readonly<Record<SideName, string>>): ViewNode {
  const { original, comparison, matched } = passage;
  const axis = passageAxis(passage);
  const rows = pitchRows(passage);
  const lane = rows === null ? 0 : (rows.high - rows.low) * rows.height;
  const top = barRowHeight + chordHeight;
  const below = top + lane + (lane > 0 || matched.length > 0 ? gap : 6);
  const height = below + lane + chordHeight + barRowHeight;
  const first = { side: original, axis: axis.original, top, shift: 0 };
  const second = { side: comparison, axis: axis.comparison, top: below, shift: rows?.shift ?? 0 };
  return el(
    'svg',
    {
      class: 'ev-roll',
      viewBox: `0 0 ${rollWidth} ${height}`,
      role: 'img',
      'aria-label': label(passage, titles),
    },
    bars(first.side, first.axis, barRowHeight, top + lane, barRowHeight - 4),
    bars(second.side, second.axis, below, below + lane + chordHeight, height - 4),
    chords(original, axis.original, barRowHeight),
    rows === null && chordTies(passage, axis, [top, below]),
    rows && lanes([first, second], rows, passage),
    chords(comparison, axis.comparison, below + lane),
    matched.length > 0 && rows !== null && ties(passage, axis, rows, [top, below]),
    el('path', { class: 'ev-head', d: `M0 0V${height}` }),
  );
}

function label(
  { original, comparison, matched, basis }: Passage,
  titles: Readonly<Record<SideName, string>>,
): string {
  const at = (side: RollSide, name: SideName): string =>
    [titles[name], barsText(side), span(side)].filter(Boolean).join(', ');
  if (basis === 'harmony')
    return t('Chords of {{first}} and of {{second}}: {{matched}} match', {
      first: at(original, 'original'),
      second: at(comparison, 'comparison'),
      matched: matched.length,
    });
  return t(
    'Piano rolls of {{first}} and of {{second}}: {{matched}} of {{notes}} notes match, of {{otherNotes}} of the second',
    {
      first: at(original, 'original'),
      second: at(comparison, 'comparison'),
      matched: matched.length,
      notes: original.notes.length,
      otherNotes: comparison.notes.length,
    },
  );
}

/** Notes further than this from the middle of what matches are drawn in the nearest octave: transcriptions jump by octaves. */
const halfWindow = 12;

/** Null where there are no notes: only chords are shown then. */
function pitchRows({ original, comparison, matched, transposition }: Passage): Rows | null {
  if (original.notes.length + comparison.notes.length === 0) return null;
  const differences = matched.flatMap(([a, b]) => {
    const [first, second] = [original.notes[a], comparison.notes[b]];
    return first && second ? [second.midi - first.midi - transposition] : [];
  });
  const shift = transposition + 12 * Math.round((upperMedian(differences) ?? 0) / 12);
  const matching = matched.flatMap(([a]) => original.notes[a]?.midi ?? []);
  const own = original.notes.map(({ midi }) => midi);
  const middle =
    upperMedian(
      matching.length > 0 ? matching : [...own, ...comparison.notes.map(({ midi }) => midi - shift)],
    ) ?? 0;
  const drawn = [...own, ...comparison.notes.map(({ midi }) => midi - shift)].map((midi) =>
    folded(midi, middle),
  );
  const [low, high] = [Math.min(...drawn), Math.max(...drawn)];
  const half = Math.max(fewestRows, high - low + 3) / 2;
  const range = { low: Math.floor((low + high) / 2 - half), high: Math.ceil((low + high) / 2 + half) + 1 };
  const height = Math.min(highestRow, Math.max(lowestRow, Math.floor(laneHeight / (range.high - range.low))));
  return { ...range, height, shift, middle };
}

/** The same pitch class within an octave of the middle. */
function folded(midi: number, middle: number): number {
  const beyond = Math.max(0, Math.abs(midi - middle) - halfWindow);
  return midi - Math.sign(midi - middle) * 12 * Math.ceil(beyond / 12);
}

interface Lane {
  readonly side: RollSide;
  readonly axis: SideAxis;
  readonly top: number;
  readonly shift: number;
}

const x = (axis: SideAxis, beat: number): number => axis.fractionOfBeat(beat) * rollWidth;
const fixed = (value: number): string => value.toFixed(1);

function lanes(both: readonly [Lane, Lane], rows: Rows, { matched }: Passage): ViewNode[] {
  return both.map((lane, index) => {
    const { side, axis, top } = lane;
    const has = new Set(matched.map((pair) => pair[index]));
    const [from, until] = [x(axis, 0), x(axis, side.beats)];
    const height = (rows.high - rows.low) * rows.height;
    return el(
      'g',
      { class: 'ev-lane' },
      el('rect', { class: 'ev-ground', x: fixed(from), y: top, width: fixed(until - from), height, rx: 3 }),
      Array.from({ length: Math.max(0, Math.ceil(side.beats) - 1) }, (_, beat) =>
        el('path', { class: 'ev-beat', d: `M${fixed(x(axis, beat + 1))} ${top}v${height}` }),
      ),
      side.notes.map((note, place) => noteView(note, lane, rows, has.has(place))),
    );
  });
}

const yOf = (note: RollNote, rows: Rows, top: number, shift: number): number =>
  top + (rows.high - folded(note.midi - shift, rows.middle) - 1) * rows.height;

function noteView(
  note: RollNote,
  { side, axis, top, shift }: Lane,
  rows: Rows,
  isMatched: boolean,
): ViewNode {
  const [left, right] = [x(axis, note.startBeat), x(axis, note.startBeat + note.beats)];
  const width = Math.max(3, right - left - 1.5);
  const y = yOf(note, rows, top, shift);
  const name = noteName(note.midi, side.key);
  return el(
    'g',
    { class: isMatched ? 'ev-note ev-matched' : 'ev-note' },
    el(
      'rect',
      { x: fixed(left), y, width: fixed(width), height: rows.height - 1, rx: 2 },
      el('title', {}, t('{{note}} at {{time}}', { note: name, time: clock(note.startSeconds) })),
    ),
    width >= smallestNamedWidth && el('text', { x: fixed(left + 3), y: y + rows.height - 3 }, name),
  );
}

/** From each matching note of the first song to its counterpart. */
function ties(
  { original, comparison, matched }: Passage,
  axis: PassageAxis,
  rows: Rows,
  tops: readonly [number, number],
): ViewNode {
  return el(
    'g',
    { class: 'ev-ties' },
    matched.flatMap(([a, b]) => {
      const [first, second] = [original.notes[a], comparison.notes[b]];
      if (!first || !second) return [];
      const from = `${fixed(x(axis.original, first.startBeat) + 1)} ${yOf(first, rows, tops[0], 0) + rows.height - 1}`;
      const to = `${fixed(x(axis.comparison, second.startBeat) + 1)} ${yOf(second, rows, tops[1], rows.shift)}`;
      return el('path', { class: 'ev-tie', d: `M${from}L${to}` });
    }),
  );
}

/** From each matching chord of the first song to its counterpart, where chords alone are shown. */
function chordTies({ matched }: Passage, axis: PassageAxis, tops: readonly [number, number]): ViewNode {
  return el(
    'g',
    { class: 'ev-ties' },
    matched.map(([a, b]) => {
      const from = `${fixed(x(axis.original, a) + chordTieInset)} ${tops[0] - 2}`;
      const to = `${fixed(x(axis.comparison, b) + chordTieInset)} ${tops[1] + 2}`;
      return el('path', { class: 'ev-tie ev-chord-tie', d: `M${from}L${to}` });
    }),
  );
}

/** Bar lines with their numbers, as a reader of the score counts them. */
function bars(side: RollSide, axis: SideAxis, top: number, bottom: number, textY: number): ViewNode[] {
  const startsWithBar = side.downbeats.some((seconds) => Math.abs(seconds - side.startSeconds) < 0.03);
  return side.downbeats.flatMap((seconds, index) => {
    const at = axis.fractionAt(seconds) * rollWidth;
    const number = side.bars === null ? '' : String(side.bars[0] + index + (startsWithBar ? 0 : 1));
    return [
      el('path', { class: 'ev-bar', d: `M${fixed(at)} ${top}V${bottom}` }),
      el('text', { class: 'ev-bar-number', x: fixed(Math.max(2, at + 2)), y: textY }, number),
    ];
  });
}

/** One box a run of equal chords. */
function chords(side: RollSide, axis: SideAxis, top: number): ViewNode[] {
  const boxes: ViewNode[] = [];
  for (let beat = 0; beat < side.chords.length; ) {
    const chord = side.chords[beat]!;
    let end = beat + 1;
    while (side.chords[end] === chord) end++;
    const [from, until] = [x(axis, beat), x(axis, end)];
    const name = chordName(chord, side.key);
    boxes.push(
      el('rect', {
        class: 'ev-chord',
        x: fixed(from + 0.5),
        y: top + 2,
        width: fixed(until - from - 1),
        height: chordHeight - 4,
        rx: 3,
        ...chordShade(chord),
      }),
    );
    if (name !== '')
      boxes.push(el('text', { class: 'ev-chord-name', x: fixed(from + 6), y: top + 18 }, name));
    beat = end;
  }
  return boxes;
}
