/** How a song of notes is played before it is rendered: its pace, its instruments and, for some, drums; drawn by a seed. */
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';
import { randomOf } from '../random-of.js';

/** General MIDI programs. */
const instruments = [0, 0, 4, 11, 16, 19, 21, 24, 25, 40, 48, 52, 56, 61, 65, 68, 71, 73];
/** Sounds that begin softly: choirs, strings, organs, brass and reeds. What they sing and play slowly is read worst. */
const softInstruments = [19, 20, 48, 49, 50, 52, 53, 54, 57, 60, 61, 68];
const drumChannel = 9;
const [bassDrum, snare, closedHat] = [36, 38, 42];

/** `share`: of the written tempo, the slowest and the fastest. */
export function atAnotherPace(
  file: MidiFile,
  [slowest, fastest]: readonly [number, number],
  seed: number,
): MidiFile {
  const pace = slowest + (fastest - slowest) * randomOf(seed + 31)();
  return {
    ...file,
    tempos: file.tempos.map(({ tick, microsecondsPerQuarter }) => ({
      tick,
      microsecondsPerQuarter: Math.round(microsecondsPerQuarter / pace),
    })),
  };
}

/** In a half of the songs softly beginning sounds alone; one sound for all voices or one for each; drums in a fifth. */
export function arranged(file: MidiFile, signature: string, seed: number): MidiFile {
  const random = randomOf(seed + 5);
  const sounds = random() < 0.5 ? softInstruments : instruments;
  const drawn = (): number => sounds[Math.floor(random() * sounds.length)]!;
  const isOne = random() >= 0.5;
  const one = drawn();
  const hasDrums = random() < 0.2;
  const voices = new Map<number, number>();
  const programOf = (voice: number): number => {
    if (!voices.has(voice)) voices.set(voice, isOne ? one : drawn());
    return voices.get(voice)!;
  };
  const notes = file.notes.map((note) => ({ ...note, program: programOf(note.track * 16 + note.channel) }));
  return { ...file, notes: hasDrums ? [...notes, ...drums(file, signature)] : notes };
}

/** A bass drum on first beats, a snare on the offbeats of two and four and on the later beats of three, a hi-hat on each beat. */
function drums({ notes, ticksPerQuarter }: MidiFile, signature: string): MidiNote[] {
  const [top, bottom] = signature.split('/').map(Number) as [number, number];
  const isCompound = bottom === 8 && top % 3 === 0 && top > 3;
  const beats = isCompound ? top / 3 : top;
  const beatTicks = (ticksPerQuarter * 4 * (isCompound ? 3 : 1)) / bottom;
  const end = notes.reduce((last, { startTick }) => Math.max(last, startTick), 0);
  const struck: MidiNote[] = [];
  const strike = (startTick: number, pitch: number, velocity: number): void => {
    const note = { startTick, endTick: startTick + Math.ceil(beatTicks / 4), pitch, velocity };
    struck.push({ ...note, channel: drumChannel, track: drumChannel, program: 0 });
  };
  for (let beat = 0; beat * beatTicks <= end; beat++) {
    const tick = Math.round(beat * beatTicks);
    const place = beat % beats;
    strike(tick, closedHat, 60);
    if (place === 0 || (beats === 4 && place === 2)) strike(tick, bassDrum, place === 0 ? 95 : 80);
    else strike(tick, snare, 80);
  }
  return struck;
}
