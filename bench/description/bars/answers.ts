/** What scripts/bars/answer.py wrote of a song. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BarActivations } from '../../../src/music/rhythm/bar-activations.js';

const placeCount = 3;

export function answersOf(folder: string, name: string): BarActivations {
  const read = (ending: string): Float32Array =>
    new Float32Array(new Uint8Array(readFileSync(join(folder, `${name}.${ending}`))).buffer);
  const places = read('places');
  const frames = places.length / placeCount;
  const against = (place: number): Float32Array =>
    Float32Array.from(
      { length: frames },
      (_, at) => places[placeCount * at + place]! - places[placeCount * at]!,
    );
  return {
    framesPerSecond: 22_050 / 512,
    frames,
    beat: against(1),
    downbeat: against(2),
  };
}
