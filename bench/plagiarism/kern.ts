/** The top voice of a Humdrum **kern score, for the benchmark only. */
import type { SongNote } from '../../src/music/song-description.js';

const naturals: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** The last spine is the highest staff. Spines that split are followed in their first part only. */
export function readKernMelody(text: string): SongNote[] {
  return readKernSpine(text, -1).notes;
}

/** All staves of a score whose spines do not split, with its metre; null where it has none or another one later. */
export function readKernScore(text: string): {
  /** The lowest staff first. */
  readonly voices: SongNote[][];
  readonly signature: readonly [number, number];
  readonly pickup: number;
  /** In quarters from the first note. */
  readonly barLines: readonly number[];
} | null {
  const signatures = new Set(
    [...text.matchAll(/^\*M(\d+)\/(\d+)/gm)].map(([, top, bottom]) => `${top}/${bottom}`),
  );
  const first = text.split('\n').find((line) => line.startsWith('**'));
  if (signatures.size !== 1 || first === undefined || /^[^!\n]*\*[\^v]/m.test(text)) return null;
  const [top, bottom] = [...signatures][0]!.split('/').map(Number) as [number, number];
  const spines = first.split('\t').map((_, spine) => readKernSpine(text, spine));
  const upbeat = text.slice(0, text.search(/^=2/m)).replace(/^=1[\s\S]*/m, '');
  const played = readKernSpine(upbeat, -1).notes.reduce(
    (end, note) => Math.max(end, note.onsetBeats + note.durationBeats),
    0,
  );
  return {
    voices: spines.map(({ notes }) => notes),
    signature: [top, bottom],
    pickup: played,
    barLines: spines[0]!.barLines,
  };
}

/** Its notes, and its bar lines in quarters from the first one. */
function readKernSpine(text: string, spine: number): { notes: SongNote[]; barLines: number[] } {
  const notes: SongNote[] = [];
  const barLines: number[] = [];
  let time = 0;
  let open: { onset: number; duration: number; pitch: number } | null = null;
  for (const line of text.split('\n')) {
    if (line.startsWith('=')) barLines.push(time);
    if (line === '' || /^[!*=]/.test(line)) continue;
    const cell = (line.split('\t').at(spine) ?? '.').split(' ')[0]!;
    const match = /(\d+)(\.*)/.exec(cell);
    if (!match) continue;
    const base = match[1] === '0' ? 8 : 4 / Number(match[1]);
    const duration = base * (2 - 0.5 ** match[2]!.length);
    const name = /([a-gA-G]+)(#*|-*)/.exec(cell);
    if (name && !cell.includes('r')) {
      const letter = name[1]![0]!;
      const lower = letter.toLowerCase();
      const octave = letter === lower ? 4 + name[1]!.length : 4 - name[1]!.length;
      const accidental = name[2]!.startsWith('#') ? name[2]!.length : -name[2]!.length;
      const pitch = 12 * octave + naturals[lower]! + accidental + (letter === lower ? 0 : 12);
      if (open && /[_\]]/.test(cell) && open.pitch === pitch) open.duration += duration;
      else {
        push();
        open = { onset: time, duration, pitch };
      }
    }
    time += duration;
  }
  push();
  return { notes, barLines };

  function push(): void {
    if (!open) return;
    notes.push({ onsetBeats: open.onset, durationBeats: open.duration, midiPitch: open.pitch, salience: 1 });
    open = null;
  }
}
