/** The network that finds the melody among notes that a transcriber wrote down (models/embedded/notes-melody-network/). Its windows are of 48 seconds. */
import { loadFile } from '../../models/embedded/load-model.js';
import { type LeadingPitch, leadingPitchCount } from '../../music/description/leading-pitch.js';
import { type NotePlanes, planeFramesPerSecond, planeKeys } from '../../music/symbolic/note-planes.js';
import { notesMelodyFeatureNames, notesMelodyNetworkId } from '../../music/symbolic/notes-melody-model.js';
import { leadingWindows } from './leading-windows.js';

/** At twice the planes' frames a second, those of the leading line's network. Rejects where the network's file is not the one that its card names. */
export async function melodyOfNotes(planes: NotePlanes): Promise<LeadingPitch> {
  const network = loadFile(notesMelodyNetworkId, 'network.onnx', notesMelodyFeatureNames);
  const { frames } = planes;
  const heard = await leadingWindows(
    network,
    { frames, framesPerSecond: planeFramesPerSecond },
    (from, to, rows) => ({
      notes: { values: windowOf(planes, from, to, rows), shape: [1, 3, rows, planeKeys] },
    }),
  );
  return twiceAsFine(heard);
}

function twiceAsFine({ frames, framesPerSecond, pitches, sounding }: LeadingPitch): LeadingPitch {
  const finer = {
    framesPerSecond: 2 * framesPerSecond,
    frames: 2 * frames,
    pitches: new Uint8Array(2 * pitches.length),
    sounding: new Uint8Array(2 * frames),
  };
  for (let frame = 0; frame < 2 * frames; frame++) {
    const from = (frame >> 1) * leadingPitchCount;
    finer.pitches.set(pitches.subarray(from, from + leadingPitchCount), frame * leadingPitchCount);
    finer.sounding[frame] = sounding[frame >> 1]!;
  }
  return finer;
}

/** 3 × rows × planeKeys, 0 … 1; beyond the frames nothing sounds. */
function windowOf(
  { sounding, begun, length }: NotePlanes,
  from: number,
  to: number,
  rows: number,
): Float32Array {
  const window = new Float32Array(3 * rows * planeKeys);
  const count = (to - from) * planeKeys;
  for (const [plane, values] of [sounding, begun, length].entries())
    for (let at = 0; at < count; at++)
      window[plane * rows * planeKeys + at] = values[from * planeKeys + at]! / 255;
  return window;
}
