/**
 * Songs of other collections than POP909 whose melody is a voice of its own: hymns and chorales, dances with chords,
 * tunes with an accompaniment that was made for them and tunes alone, performed by other instruments. What is judged on a collection has
 * learnt from none of it.
 */
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { grouped } from '../../grouped.js';
import { writeMidiFile } from '../../plagiarism/midi-variants.js';
import { performed } from '../bars/performance.js';
import { fittingSongs, type MetreSong } from '../metre/songs.js';
import { randomOf } from '../random-of.js';
import type { TimedNote } from '../scores.js';

/** Collections that resemble each other are left out together. */
export const groupOfCollection: Readonly<Record<string, string>> = {
  hymns: 'hymns and chorales',
  chorales: 'hymns and chorales',
  'dances with chords': 'dances with chords',
  airdsAirs: 'tunes',
  oneills1850: 'tunes',
  ryansMammoth: 'tunes',
};

export interface CollectionSong {
  readonly name: string;
  /** What is left out together. */
  readonly group: string;
  /** The group, or `tunes alone`. */
  readonly kind: string;
  readonly midi: Buffer;
  /** As it sounds. Sorted by start. */
  readonly melody: readonly TimedNote[];
}

/** Of its performance: what rings after it is heard, too. */
const performedSeconds = 42;
const slowestPace = 0.7;
const fastestPace = 1.2;
/** Of the tunes that lie an octave lower than written, so that what is highest is not always the melody. */
const loweredShare = 0.25;
/** The voice of the melody, and of a second instrument that plays it too: see `performed`. */
const melodyTrack = 0;
const doublingTrack = 10_000;
const attempts = 20;

/** At most `each` songs of a kind, no two of a group of one family: the same ones whenever they are asked for. */
export function collectionSongs(data: string, each: number): CollectionSong[] {
  const songs = fittingSongs(data).filter(({ collection }) => collection in groupOfCollection);
  return [...grouped(songs, ({ collection }) => groupOfCollection[collection]!)].flatMap(([group, all]) => {
    const random = randomOf(group.length);
    const families = new Set<string>();
    const drawn = all
      .map((song, seed) => ({ song, seed, kind: kindOf(song, group), at: random() }))
      .sort((a, b) => a.at - b.at)
      .filter(({ song: { family } }) => !families.has(family) && families.add(family));
    return [...grouped(drawn, ({ kind }) => kind)].flatMap(([kind, those]) =>
      those.slice(0, each).map(({ song, seed }) => performedSong(song, { group, kind }, seed)),
    );
  });
}

const kindOf = ({ file }: MetreSong, group: string): string => (isAccompanied(file) ? group : 'tunes alone');

const isAccompanied = ({ notes }: MidiFile): boolean => notes.some(({ track }) => track !== notes[0]!.track);

/** `song` as an ensemble plays it, drawn by `seed`: another one where its tune would be doubled in octaves. */
export function performedSong(
  { id, file }: MetreSong,
  about: Pick<CollectionSong, 'group' | 'kind'>,
  seed: number,
): CollectionSong {
  const random = randomOf(seed + 300);
  const isLowered = about.kind === 'tunes' && random() < loweredShare;
  const pace = slowestPace + (fastestPace - slowestPace) * random();
  const song = withMelodyFirst(file, isLowered ? -12 : 0);
  for (let attempt = 0; ; attempt++) {
    const { file: sounding } = performed(song, performedSeconds, pace, seed + attempt * 10_000);
    // In octaves it is not one line.
    if (attempt < attempts && isDoubledInOctaves(sounding)) continue;
    const { secondsAt } = tempoMap(sounding);
    const melody = sounding.notes
      .filter(({ track }) => track === melodyTrack)
      .map(({ startTick, endTick, pitch }) => ({
        start: secondsAt(startTick),
        end: secondsAt(endTick),
        pitch,
      }))
      .sort((a, b) => a.start - b.start);
    return { name: id, ...about, midi: Buffer.from(writeMidiFile(sounding, 1)), melody };
  }
}

/** The voice that is highest in the mean is the first, `shift` semitones from where it is written. */
export function withMelodyFirst(file: MidiFile, shift: number): MidiFile {
  const voices = [...grouped(file.notes, ({ track }) => track)].map(([track, notes]) => ({
    track,
    pitch: notes.reduce((sum, { pitch }) => sum + pitch, 0) / notes.length,
  }));
  const order = voices.sort((a, b) => b.pitch - a.pitch).map(({ track }) => track);
  const notes = file.notes.map((note) => {
    const voice = order.indexOf(note.track);
    return {
      ...note,
      track: voice,
      channel: voice % 9,
      pitch: note.pitch + (voice === melodyTrack ? shift : 0),
    };
  });
  return { ...file, notes };
}

function isDoubledInOctaves({ notes }: MidiFile): boolean {
  const meanOf = (wanted: number): number => {
    const pitches = notes.filter(({ track }) => track === wanted).map(({ pitch }) => pitch);
    return pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
  };
  return Math.abs(meanOf(melodyTrack) - meanOf(melodyTrack + doublingTrack)) > 6;
}
