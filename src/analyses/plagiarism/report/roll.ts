/** Drawings of the report: a segment's piano roll with its chords below, in inline SVG. */
import { beatAtSeconds, pitchClassNames, secondsAtBeat } from '../../../music/song-description.js';
import { spelled } from '../../../music/spelling.js';
import type { RollSide, SegmentRolls } from '../comparison/segment-rolls.js';
import { clock, escapeHtml } from './text.js';

const width = 960;
const rowHeight = 7;
const chordHeight = 22;
const fewestRows = 14;

/** The rows of pitch that both rolls of a figure share, so that notes that match lie at one height. */
export interface PitchRows {
  readonly low: number;
  readonly high: number;
  /** Taken from the comparison's pitches: the transposition, to the octave. */
  readonly shift: number;
}

export function pitchRows({ original, comparison, matched, transposition }: SegmentRolls): PitchRows {
  const differences = matched.map(
    ([a, b]) => comparison.notes[b]!.midiPitch - original.notes[a]!.midiPitch - transposition,
  );
  const octaves = Math.round(
    differences.reduce((sum, one) => sum + one, 0) / (12 * (differences.length || 1)),
  );
  const shift = transposition + 12 * octaves;
  const pitches = [
    ...original.notes.map((note) => note.midiPitch),
    ...comparison.notes.map((note) => note.midiPitch - shift),
  ];
  const low = Math.min(...pitches, 127);
  const high = Math.max(...pitches, 0);
  const middle = (low + high) / 2;
  const half = Math.max(fewestRows, high - low + 3) / 2;
  return { low: Math.floor(middle - half), high: Math.ceil(middle + half), shift };
}

/**
 * Seconds after the segment's start at which its beats begin, and at which the last one ends: notes are drawn by beats, and
 * bar lines and what plays must go with them where the tempo changes. `beats` are those of the song as it stands; `tempo` that of the
 * reading that is drawn.
 */
export function beatMarks(side: RollSide, beats: readonly number[], tempo: number): number[] {
  const start = beatAtSeconds(beats, side.startSeconds);
  return Array.from(
    { length: side.beats + 1 },
    (_, beat) => secondsAtBeat(beats, start + beat / tempo) - side.startSeconds,
  );
}

/** `marks`: see beatMarks. `matched`: positions in the side's notes that have a counterpart. */
export function rollSvg(
  side: RollSide,
  marks: readonly number[],
  matched: ReadonlySet<number>,
  rows: PitchRows,
  shift: number,
  label: string,
): string {
  const height = side.notes.length === 0 ? 0 : (rows.high - rows.low) * rowHeight;
  const x = (beat: number): string => ((beat / side.beats) * width).toFixed(1);
  const atSeconds = (seconds: number): string => x(beatAtSeconds(marks, seconds - side.startSeconds));
  const bars = side.downbeatsSeconds
    .slice(1)
    .map((seconds) => `<path class="bar" d="M${atSeconds(seconds)} 0V${height + chordHeight}"/>`);
  const octaves: string[] = [];
  for (let pitch = rows.low; height > 0 && pitch < rows.high; pitch++) {
    if ((pitch + shift) % 12 !== 0) continue;
    const y = (rows.high - pitch) * rowHeight;
    octaves.push(
      `<path class="octave" d="M0 ${y}H${width}"/><text class="pitch" x="4" y="${y - 2}">${noteName(pitch + shift, side.key)}</text>`,
    );
  }
  const notes = side.notes.map((note, index) => {
    const y = (rows.high - (note.midiPitch - shift) - 1) * rowHeight;
    const wide = Math.max(3, (note.beats / side.beats) * width - 1.5).toFixed(1);
    const name = `${noteName(note.midiPitch, side.key)} at ${clock(note.startSeconds)}`;
    return `<rect class="${matched.has(index) ? 'match' : 'note'}" x="${x(note.startBeat)}" y="${y}" width="${wide}" height="${rowHeight - 1}" rx="2"><title>${name}</title></rect>`;
  });
  return `<svg viewBox="0 0 ${width} ${height + chordHeight}" role="img" aria-label="${escapeHtml(label)}">${octaves.join('')}${bars.join('')}${notes.join('')}${chordStrip(side, height, x)}<path class="head" d="M0 0V${height + chordHeight}"/></svg>`;
}

/** One box a run of equal chords. */
function chordStrip(side: RollSide, top: number, x: (beat: number) => string): string {
  const boxes: string[] = [];
  for (let beat = 0; beat < side.chords.length; ) {
    const chord = side.chords[beat]!;
    let end = beat + 1;
    while (side.chords[end] === chord) end++;
    const [from, until] = [Number(x(beat)), Number(x(end))];
    const kind = chord === 'N' ? 'none' : chord.endsWith(':min') ? 'minor' : 'major';
    boxes.push(
      `<rect class="chord ${kind}" x="${from + 0.5}" y="${top + 2}" width="${(until - from - 1).toFixed(1)}" height="${chordHeight - 3}" rx="3"/>`,
    );
    const name = chord.replace(':maj', '').replace(':min', 'm');
    if (kind !== 'none')
      boxes.push(`<text class="name" x="${from + 6}" y="${top + 15.5}">${escapeHtml(name)}</text>`);
    beat = end;
  }
  return boxes.join('');
}

function noteName(midiPitch: number, key: string): string {
  const name = pitchClassNames[((midiPitch % 12) + 12) % 12]!;
  return `${spelled(name, key)}${Math.floor(midiPitch / 12) - 1}`;
}
