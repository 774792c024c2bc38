/** Sounds that resemble a voice and are none, or are one only by half: choirs of sound fonts, whistling, leads, talk boxes. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMidi } from '../../src/music/symbolic/midi-reader.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { orchestrated } from './expressive-midi.js';
import { renderedMidi, soundFonts } from './rendered-clips.js';
import { channelVocoder, sawMelody, whistled } from './voice-like-synthesis.js';

export interface NearVoice {
  readonly kind: string;
  /** `solo`, or over other instruments. */
  readonly isSolo: boolean;
  /** The sound font's file; null where it is synthesised here. */
  readonly font: string | null;
  /** Interleaved stereo at 16 kHz. */
  readonly samples: Float32Array;
}

/** General MIDI programs, from 0. */
const kinds: Readonly<Record<string, readonly number[]>> = {
  'choir ("aahs", "oohs", synth voice, choir pad, voice lead)': [52, 53, 54, 91, 85],
  'whistle and ocarina': [78, 79],
  'lead synthesiser': [80, 81, 82, 84, 86, 87],
  'violin, saxophone, muted trumpet': [40, 65, 59],
};
/** None of these notes is trained on. */
const notes = 'symbolic/court_cases/mpdset_real';
const clipsOfEach = 6;
const seconds = 14;
const rateHz = 16_000;
const sentences = [
  'Every morning I walk along the river and listen to the water below the bridge.',
  'Show me where the summer goes when all the leaves are falling down again.',
  'We were waiting at the station for a train that never came.',
  'Around the world the people dance and sing the same old melody.',
];

/** None without fluidsynth, espeak-ng, a sound font and the note files; `fonts` stand in place of the installed ones. */
export function nearVoices(
  data: string,
  fonts: readonly string[] = soundFonts.filter(existsSync),
): NearVoice[] {
  const root = join(data, notes);
  if (!existsSync(root) || fonts.length === 0) return [];
  const files = readdirSync(root)
    .filter((name) => name.endsWith('.mid'))
    .sort()
    .map((name) => join(root, name));
  const random = seededRandom(22);
  const work = mkdtempSync(join(tmpdir(), 'contrafact-near-voices-'));
  const made: NearVoice[] = [];
  try {
    for (const font of fonts) {
      for (const [kind, programs] of Object.entries(kinds)) {
        let file = 0;
        for (let i = 0; i < clipsOfEach; file++) {
          if (file >= 4 * files.length) break;
          const named = { program: programs[i % programs.length]!, isSolo: i % 2 === 0 };
          const midi = orchestrated(
            readMidi(readFileSync(files[file % files.length]!)),
            seconds,
            random,
            named,
          );
          if (midi === null) continue;
          made.push({ kind, isSolo: named.isSolo, font, samples: renderedMidi(midi, font, work) });
          i++;
        }
      }
    }
    for (let i = 0; i < clipsOfEach; i++) {
      const whistle = whistled(seconds, rateHz, random);
      made.push({ kind: 'whistling, synthesised', isSolo: true, font: null, samples: stereo(whistle) });
      const spoken = speech(sentences[i % sentences.length]!, 30 + 5 * i, work);
      const carrier = sawMelody(seconds, rateHz, random);
      const box = channelVocoder(spoken, carrier, rateHz);
      made.push({
        kind: 'talk box (speech through a saw wave)',
        isSolo: true,
        font: null,
        samples: stereo(box),
      });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return made;
}

function speech(text: string, pitch: number, work: string): Float32Array {
  const path = join(work, 'speech.wav');
  execFileSync('espeak-ng', ['-v', 'en-gb', '-s', '110', '-p', `${pitch}`, '-w', path, `${text} ${text}`]);
  const pcm = execFileSync(
    'ffmpeg',
    ['-v', 'fatal', '-nostdin', '-i', path, '-f', 's16le', '-ar', `${rateHz}`, '-ac', '1', '-'],
    { maxBuffer: 64e6 },
  );
  const spoken = Float32Array.from({ length: pcm.length >> 1 }, (_, i) => pcm.readInt16LE(2 * i) / 32_768);
  return Float32Array.from({ length: seconds * rateHz }, (_, n) => spoken[n % spoken.length]!);
}

const stereo = (mono: Float32Array): Float32Array =>
  Float32Array.from({ length: 2 * mono.length }, (_, n) => mono[n >> 1]!);
