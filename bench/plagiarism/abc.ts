/** The melody of ABC tunes (standard 2.1, the subset that the tune collections use), for the benchmark only. */
import type { SongNote } from '../../src/music/song-description.js';

export interface AbcTune {
  readonly number: string;
  readonly title: string;
  readonly notes: SongNote[];
  /** Beats in a bar: 3 or 4. */
  readonly meter: 3 | 4;
  /** As written, `[6, 8]`; null where none is, or where it changes. */
  readonly signature: readonly [top: number, bottom: number] | null;
  /** In quarters. */
  readonly barLines: readonly number[];
  /** Chord symbols as written, with their onsets in quarters. */
  readonly chords: readonly { readonly onset: number; readonly name: string }[];
}

const naturals: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const fifths: Record<string, number> = { F: -1, C: 0, G: 1, D: 2, A: 3, E: 4, B: 5 };
const modes: [RegExp, number][] = [
  [/^(mix)/i, -1],
  [/^(dor)/i, -2],
  [/^(m|min|aeo)(?!aj|ix)/i, -3],
  [/^(phr)/i, -4],
  [/^(loc)/i, -5],
  [/^(lyd)/i, 1],
];

function keySignature(text: string): Record<string, number> {
  const match = /^\s*([A-G])([#b]?)\s*([A-Za-z]*)/.exec(text);
  const accidentals: Record<string, number> = {};
  if (!match) return accidentals;
  let count = fifths[match[1]!]! + (match[2] === '#' ? 7 : match[2] === 'b' ? -7 : 0);
  count += modes.find(([pattern]) => pattern.test(match[3]!))?.[1] ?? 0;
  const order = count >= 0 ? 'FCGDAEB' : 'BEADGCF';
  for (let index = 0; index < Math.min(7, Math.abs(count)); index++)
    accidentals[order[index]!] = Math.sign(count);
  return accidentals;
}

function fraction(text: string): number {
  const match = /^(\d*)(\/*)(\d*)$/.exec(text);
  if (!match) return 1;
  const top = match[1] ? Number(match[1]) : 1;
  if (!match[2]) return top;
  return top / (match[3] ? Number(match[3]) : 2 ** match[2].length);
}

/** Splits a file into its tunes. A tune's first voice is its melody. */
export function readAbc(text: string): AbcTune[] {
  return text
    .split(/^(?=X:)/m)
    .filter((part) => part.startsWith('X:'))
    .map((part) => readTune(part));
}

/** Every voice of a file's first tune, in the order of its staves; one where no voice is named. */
export function readAbcVoices(text: string): AbcTune[] {
  const tune = text.split(/^(?=X:)/m).find((part) => part.startsWith('X:')) ?? '';
  const names = [...tune.matchAll(/^\[?V:\s*([^\]\s]+)/gm)].map(([, name]) => name!);
  return names.length === 0 ? [readTune(tune)] : [...new Set(names)].map((name) => readTune(tune, name));
}

const token =
  /"[^"]*"|![^!\n]*!|\+[^+\n]*\+|\{[^}]*\}|\[[A-Za-z]:[^\]]*\]|\[(?=[\^_=A-Ga-g])([^\]]*)\]([\d/]*)|\((\d)(?::\d*:?\d*)?|(\^\^|\^|__|_|=)?([A-Ga-gzx])([,']*)([\d/]*)(-?)|([<>]+)|(\|[|\]:]?|:+\|?)/g;

/** `wanted`: a voice, the first one if none is given. */
function readTune(text: string, wanted: string | null = null): AbcTune {
  let unit = 0;
  let meterTop = 4;
  let meterBottom = 4;
  let key: Record<string, number> = {};
  let voice: string | null = null;
  let firstVoice = wanted;
  const signatures = new Set<string>();
  const barLines: number[] = [];
  const chords: { onset: number; name: string }[] = [];
  const title = /^T:\s*(.*)$/m.exec(text)?.[1] ?? '';
  const notes: { onset: number; duration: number; pitch: number }[] = [];
  let time = 0;
  let bar: Record<string, number> = {};
  let tuplet = 0;
  let tupletRatio = 1;
  let broken = 0;
  let tied = false;
  const field = (name: string, value: string): void => {
    if (name === 'L') unit = fraction(value.replace(/\s*%.*/, '').trim());
    else if (name === 'K') key = keySignature(value);
    else if (name === 'M') {
      const match = /(\d+)\s*\/\s*(\d+)/.exec(value);
      if (match) [meterTop, meterBottom] = [Number(match[1]), Number(match[2])];
      else if (/C\|?/.test(value)) [meterTop, meterBottom] = /C\|/.test(value) ? [2, 2] : [4, 4];
      signatures.add(/\d|C/.test(value) ? `${meterTop}/${meterBottom}` : 'none');
    } else if (name === 'V') {
      voice = value.trim().split(/\s+/)[0] ?? '';
      firstVoice ??= voice;
    }
  };
  const lengthUnit = (): number => (unit > 0 ? unit : meterTop / meterBottom < 0.75 ? 1 / 16 : 1 / 8) * 4;
  const add = (pitch: number | null, length: number, tie: boolean): void => {
    let duration = length * lengthUnit();
    if (tuplet > 0) {
      duration *= tupletRatio;
      tuplet--;
    }
    if (broken !== 0) {
      duration *= broken > 0 ? 2 ** -broken : 2 - 2 ** broken;
      broken = 0;
    }
    if (pitch !== null) {
      const last = notes.at(-1);
      if (tied && last && last.pitch === pitch) last.duration += duration;
      else notes.push({ onset: time, duration, pitch });
    }
    tied = tie;
    time += duration;
  };
  for (const line of text.split('\n')) {
    const header = /^([A-Za-z]):(.*)$/.exec(line);
    if (header) {
      field(header[1]!, header[2]!);
      continue;
    }
    if (line.startsWith('%')) continue;
    const switched = /^\[V:([^\]]*)\]/.exec(line);
    if (switched) field('V', switched[1]!);
    if (voice !== firstVoice) continue;
    for (const match of line.replace(/%.*$/, '').matchAll(token)) {
      const [whole] = match;
      const inline = /^\[([A-Za-z]):(.*)\]$/.exec(whole);
      if (inline) field(inline[1]!, inline[2]!);
      else if (match[3]) {
        const count = Number(match[3]);
        tuplet = count;
        tupletRatio = count === 3 || count === 6 ? 2 / 3 : count === 2 ? 3 / 2 : count === 4 ? 3 / 4 : 1;
      } else if (match[1] !== undefined) {
        const inner = [...match[1].matchAll(/(\^\^|\^|__|_|=)?([A-Ga-g])([,']*)([\d/]*)/g)];
        const pitches = inner.map((note) => pitchOf(note[1], note[2]!, note[3]!));
        add(Math.max(...pitches), fraction(inner[0]?.[4] ?? '') * fraction(match[2] ?? ''), false);
      } else if (match[5]) {
        const rest = /[zx]/.test(match[5]);
        add(rest ? null : pitchOf(match[4], match[5], match[6]!), fraction(match[7]!), match[8] === '-');
      } else if (match[9]) {
        const size = match[9].length;
        const last = notes.at(-1);
        const sign = match[9][0] === '>' ? 1 : -1;
        if (last) {
          const factor = sign > 0 ? 2 - 2 ** -size : 2 ** -size;
          const change = last.duration * (factor - 1);
          last.duration += change;
          time += change;
        }
        broken = sign * size;
      } else if (match[10]) {
        bar = {};
        if (barLines.at(-1) !== time) barLines.push(time);
      } else if (/^"[A-G]/.test(whole)) chords.push({ onset: time, name: whole.slice(1, -1) });
    }
  }
  return {
    number: /^X:\s*(\d+)/.exec(text)?.[1] ?? '',
    title,
    notes: notes.map((note) => ({
      onsetBeats: note.onset,
      durationBeats: note.duration,
      midiPitch: Math.min(127, Math.max(0, note.pitch)),
      salience: 1,
    })),
    meter: meterTop === 3 || meterTop === 9 ? 3 : 4,
    signature: signatures.size === 1 && !signatures.has('none') ? [meterTop, meterBottom] : null,
    barLines,
    chords,
  };

  function pitchOf(accidental: string | undefined, letter: string, octave: string): number {
    const upper = letter.toUpperCase();
    const height = (letter === upper ? 60 : 72) + 12 * (octave.split("'").length - octave.split(',').length);
    const name = `${letter}${octave}`;
    if (accidental) bar[name] = { '^': 1, '^^': 2, _: -1, __: -2, '=': 0 }[accidental] ?? 0;
    return height + naturals[upper]! + (bar[name] ?? key[upper] ?? 0);
  }
}
