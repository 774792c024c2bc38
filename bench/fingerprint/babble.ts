/** Eight voices that speak at once, made by a speech synthesiser. */

import { resample } from '../../src/signal/resample.js';
import { excerptRateHz } from './cases.js';
import { runTool } from './tools.js';

const texts = [
  'We had meant to leave before noon, but the boat was late and nobody at the harbour knew why it had not come.',
  'If you take the second road on the left you will see a red house, and behind it the path goes up to the mill.',
  'Two coffees, please, and one piece of that cake over there, unless it is the one with almonds in it.',
  'My brother works at night, so we never have dinner together except on Sundays, and then he falls asleep.',
  'The price went up again in March, which is odd, since everybody expected it to come down after the winter.',
  'Have you seen the film that they made about the lighthouse keeper and his daughters? I thought it was long.',
  'She said that the meeting would be moved to Thursday, and then it was moved again, and now it is cancelled.',
  'Our train was full of people with skis, and one of them played the accordion all the way to the border.',
];

let voices: Promise<Float32Array[]> | undefined;

async function speak(text: string, i: number): Promise<Float32Array> {
  const pitch = String(20 + 9 * i);
  const wav = await runTool('espeak-ng', ['-p', pitch, '-s', String(140 + 7 * i), '--stdout', text]);
  const view = new DataView(wav.buffer, wav.byteOffset);
  const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
  const samples = Float32Array.from(pcm, (sample) => sample / 32_768);
  return resample(samples, excerptRateHz / view.getUint32(24, true));
}

/** One of the eight voices alone, at 16 kHz. */
export async function babbleVoice(number: number): Promise<Float32Array> {
  voices ??= Promise.all(texts.map(speak));
  return resample((await voices)[number]!, 16_000 / excerptRateHz);
}

/** Babble of `length` samples: each voice repeats its text from a moment of its own. */
export async function babble(length: number, random: () => number): Promise<Float32Array> {
  voices ??= Promise.all(texts.map(speak));
  const sum = new Float32Array(length);
  for (const voice of await voices) {
    const from = Math.floor(random() * voice.length);
    for (let n = 0; n < length; n++) sum[n]! += voice[(from + n) % voice.length]!;
  }
  return sum;
}
