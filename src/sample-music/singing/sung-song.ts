/** A song with words, written for the sample data: its lines with their pronunciation, a melody, and chords under it. Pure. */
import type { Piece, PieceNote } from '../compose-piece.js';
import { synthesise } from '../synthesise.js';
import { synthesiseVoice } from './formant-synthesis.js';
import { layPhonemes, type SungNote } from './sung-words.js';
import { voiceTracks } from './tracks.js';

export const sungTitle = 'Lanterns on the River';

interface Line {
  readonly words: string;
  /** ARPAbet, as the CMU Pronouncing Dictionary has it. */
  readonly pronunciation: string;
  /** MIDI numbers, a vowel each. */
  readonly pitches: readonly number[];
}

const lines: readonly Line[] = [
  {
    words: 'The moon is shining on the water',
    pronunciation: 'DH AH M UW N IH Z SH AY N IH NG AA N DH AH W AO T ER',
    pitches: [48, 52, 52, 55, 53, 52, 50, 52, 48],
  },
  {
    words: 'I will remember you tomorrow',
    pronunciation: 'AY W IH L R IH M EH M B ER Y UW T AH M AA R OW',
    pitches: [53, 53, 52, 53, 55, 50, 47, 50, 50],
  },
  {
    words: 'The road is long and I am lonely',
    pronunciation: 'DH AH R OW D IH Z L AO NG AH N D AY AE M L OW N L IY',
    pitches: [48, 52, 52, 57, 55, 52, 50, 52, 48],
  },
  {
    words: 'We let the lanterns float away',
    pronunciation: 'W IY L EH T DH AH L AE N T ER N Z F L OW T AH W EY',
    pitches: [48, 50, 52, 55, 53, 52, 50, 48],
  },
];

/** What a transcription is to be compared with, line by line. */
export const sungPronunciations = lines.map(({ words, pronunciation }) => ({ words, pronunciation }));

const beatSeconds = 60 / 88;
const barBeats = 4;
const introductionBars = 2;
const barsPerLine = 3;
/** Roots of the chords in MIDI numbers, whether minor; a bar each. */
const chords = [
  [48, false],
  [45, true],
  [53, false],
  [48, false],
  [50, true],
  [43, false],
] as const;
const bars = introductionBars + barsPerLine * lines.length;
const voiceLevel = 0.35;
const bandLevel = 0.25;

/** Mono samples in −1 … 1, some forty seconds. */
export function sungSong(sampleRateHz: number): Float32Array {
  const band = synthesise(accompaniment(), sampleRateHz);
  const notes = lines.map(notesOf);
  const sung = lines.flatMap(({ pronunciation }, line) => layPhonemes(pronunciation, notes[line]!));
  const tracks = voiceTracks(sung, notes.flat(), bars * barBeats * beatSeconds);
  const voice = synthesiseVoice(tracks, sampleRateHz, 5);
  return band.map((sample, i) => Math.tanh(bandLevel * sample + voiceLevel * (voice[i] ?? 0)));
}

/** Half a beat a vowel; the last but one is long, and the last until the line ends. */
function notesOf({ pitches }: Line, line: number): SungNote[] {
  const firstBeat = (introductionBars + barsPerLine * line) * barBeats;
  const lastButOne = pitches.length - 2;
  return pitches.map((pitch, n) => {
    const beat = n <= lastButOne ? n / 2 : lastButOne / 2 + 1;
    const beats = n < lastButOne ? 0.5 : n === lastButOne ? 1 : 2;
    return { pitch, startSeconds: (firstBeat + beat) * beatSeconds, durationSeconds: beats * beatSeconds };
  });
}

function accompaniment(): Piece {
  const notes = Array.from({ length: bars }, (_, bar) => barNotes(bar)).flat();
  return { title: sungTitle, durationSeconds: bars * barBeats * beatSeconds, notes };
}

function barNotes(bar: number): PieceNote[] {
  const [root, isMinor] = chords[bar % chords.length]!;
  const at = (voice: PieceNote['voice'], beat: number, beats: number, pitch: number): PieceNote => ({
    voice,
    pitch,
    startSeconds: (bar * barBeats + beat) * beatSeconds,
    durationSeconds: beats * beatSeconds,
    velocity: 0.8,
  });
  const chord = [0, isMinor ? 3 : 4, 7].map((above) => at('pad', 0, barBeats, root + 12 + above));
  const bass = [0, 2].map((beat) => at('bass', beat, 1.9, root - 12));
  const hats = [0, 1, 2, 3].map((beat) => at('hat', beat, 0.1, 0));
  return [...chord, ...bass, ...hats, at('kick', 0, 0.3, 0), at('snare', 2, 0.2, 0)];
}
