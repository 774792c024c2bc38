/** An installed separator for the bench: stereo at 16 kHz in, the middle of the vocals at 16 kHz out. */
import { findModel, loadManifest } from '../../src/models/manifest.js';
import { openSeparator } from '../../src/models/separator.js';
import { verifiedModel } from '../../src/models/verified-model.js';
import { NetworkSeparator } from '../../src/music/separation/network-separator.js';
import { resample } from '../../src/signal/resample.js';

const rateHz = 16_000;

export type Separate = (left: Float32Array, right: Float32Array) => Promise<Float32Array>;

/** Throws an error that names what is missing. The network stays open as long as the process runs. */
export async function installedSeparator(modelsDir: string, id: string): Promise<Separate> {
  const settings = findModel(loadManifest(), id).separator;
  if (!settings) throw new Error(`"${id}" is no separator for transcription.`);
  const { folder } = await verifiedModel(loadManifest(), modelsDir, id);
  const network = await openSeparator(folder, settings);
  return async (left, right) => {
    const [up, length] = [network.sampleRateHz / rateHz, left.length];
    const [l, r] = [resample(left, up), resample(right, up)];
    const separator = await NetworkSeparator.create(network);
    try {
      const parts = [
        await separator.push(Float32Array.from({ length: 2 * l.length }, (_, n) => (n % 2 ? r : l)[n >> 1]!)),
        await separator.finish(),
      ];
      const vocals = Float32Array.from(parts.flatMap((part) => [...part]));
      const found = resample(vocals, 1 / up);
      return Float32Array.from({ length }, (_, n) => found[n] ?? 0);
    } finally {
      separator.dispose();
    }
  };
}
