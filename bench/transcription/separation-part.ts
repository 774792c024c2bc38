/** The embedded vocal estimate, and an installed separator beside it: a solo voice over recorded accompaniments, both known, at equal level. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { separateVocals } from '../../src/music/separation/vocal-separator.js';
import { decodeWithFfmpeg } from './decode.js';
import { installedSeparator } from './installed-separator.js';

const seconds = 24;
const rateHz = 16_000;
const voices = ['vocadito/Audio__vocadito_1.wav', 'misc/basic_pitch_vocal_da_80bpm.22050.wav'];
/** None of them was listened to while the estimate's masks were chosen. */
const accompaniments = [
  'librosa/147793__setuniman__sweet-waltz-0i-22mi.hq.ogg',
  'librosa/Hungarian_Dance_number_5_-_Allegro_in_F_sharp_minor_(string_orchestra).hq.ogg',
  'anthems/de_A.ogg',
  '../ai_generated/no_licence_file/musika/cond_techno_mp3_125_2.mp3',
  '../ai_generated/no_licence_file/stable_audio_open/t01.mp3',
  '../ai_generated/licensed/mustango/mustango_0.wav',
  '../ai_generated/licensed/musicgen/musicgen_small_10.wav',
];

/** `separator` is the id of an installed one. */
export async function separationPart(
  recordings: string,
  modelsDir: string,
  separator: string | undefined,
): Promise<void> {
  const there = (names: readonly string[]): string[] =>
    names.map((name) => join(recordings, name)).filter(existsSync);
  const pairs = there(voices).flatMap((voice) => there(accompaniments).map((song) => [voice, song] as const));
  if (pairs.length === 0) {
    console.log('\n## Separation: left out, the development recordings are not there');
    return;
  }
  console.log(`\n## Separation: ${pairs.length} mixes of a voice and an accompaniment at equal level\n`);
  console.log('| estimate of the vocals | SI-SDR, dB | rise over the mix, dB |\n| --- | --- | --- |');
  const separate = separator === undefined ? null : await installedSeparator(modelsDir, separator);
  for (const isMono of [false, true]) {
    let [mixed, found, cpu, installed, installedCpu] = [0, 0, 0, 0, 0];
    for (const [voicePath, songPath] of pairs) {
      const { left, right, voice } = mix(await stereo(voicePath), await stereo(songPath), isMono);
      const middle = left.map((value, n) => 0.5 * (value + right[n]!));
      const minutes = left.length / rateHz / 60;
      const before = process.cpuUsage().user;
      const { vocals } = await separateVocals(left, isMono ? null : right, rateHz);
      cpu += (process.cpuUsage().user - before) / 1e6 / minutes;
      if (separate !== null) {
        const start = process.cpuUsage().user;
        installed += siSdr(await separate(left, right), voice) / pairs.length;
        installedCpu += (process.cpuUsage().user - start) / 1e6 / minutes;
      }
      mixed += siSdr(middle, voice) / pairs.length;
      found += siSdr(vocals, voice) / pairs.length;
    }
    const kind = isMono ? 'mono' : 'stereo';
    console.log(`| baseline: the mix, ${kind} | ${mixed.toFixed(2)} | 0 |`);
    console.log(`| embedded, ${kind} | ${found.toFixed(2)} | ${(found - mixed).toFixed(2)} |`);
    if (separate !== null) {
      const rise = (installed - mixed).toFixed(2);
      console.log(`| ${separator}, ${kind} | ${installed.toFixed(2)} | ${rise} |`);
    }
    const cost = (seconds: number): string => (seconds / pairs.length).toFixed(1);
    const beside = separate === null ? '' : `; ${separator} ${cost(installedCpu)}`;
    console.log(`\n${kind}: ${cost(cpu)} CPU seconds a minute of audio${beside}\n`);
  }
}

interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

async function stereo(path: string): Promise<Stereo> {
  const left = new Float32Array(seconds * rateHz);
  const right = new Float32Array(seconds * rateHz);
  let at = 0;
  for await (const chunk of decodeWithFfmpeg(path, 2)) {
    for (let n = 0; n + 1 < chunk.length && at < left.length; n += 2, at++) {
      left[at] = chunk[n]!;
      right[at] = chunk[n + 1]!;
    }
  }
  return { left: left.subarray(0, at), right: right.subarray(0, at) };
}

function mix(sung: Stereo, song: Stereo, isMono: boolean): Stereo & { voice: Float32Array } {
  const length = Math.min(sung.left.length, song.left.length);
  const middle = ({ left, right }: Stereo): Float32Array =>
    left.slice(0, length).map((value, n) => 0.5 * (value + right[n]!));
  const played = middle(song);
  const voice = middle(sung);
  const gain = Math.sqrt(energy(played) / Math.max(1e-12, energy(voice)));
  for (let n = 0; n < length; n++) voice[n]! *= gain;
  const side = (of: Float32Array): Float32Array =>
    voice.map((value, n) => value + (isMono ? played[n]! : of[n]!));
  return { left: side(song.left), right: side(song.right), voice };
}

const energy = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value * value, 0);

/** Scale-invariant signal-to-distortion ratio in dB (Le Roux et al., ICASSP 2019). */
function siSdr(estimate: Float32Array, truth: Float32Array): number {
  const cross = estimate.reduce((sum, value, n) => sum + value * truth[n]!, 0);
  const scale = cross / energy(truth);
  const error = energy(estimate.map((value, n) => value - scale * truth[n]!));
  return 10 * Math.log10((scale * scale * energy(truth)) / error);
}
