/**
 * An operator's ONNX separator: opens the file that the manifest names and reads its windows from the shapes of its
 * inputs. Three layouts: a waveform [1, 2, samples] in and stems out; and a waveform with its spectrum beside it,
 * [1, 4, bins, frames] or [1, frames, 4, bins], both again out (hybrid networks exported without their transform).
 */
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { NetworkAnswer, SeparatorNetwork, SpectrumShape } from '../music/separation/ports.js';
import type { SeparatorSettings } from './manifest.js';
import { framesFirst, framesLast } from './spectrum-layout.js';

export interface OpenSeparator extends SeparatorNetwork {
  close(): Promise<void>;
}

const channels = 2;
const complexChannels = 4;

/** Throws an error that names the file where it is no such model. */
export async function openSeparator(
  folder: string,
  settings: SeparatorSettings,
  threads = 1,
): Promise<OpenSeparator> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const path = join(folder, settings.model);
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
  }).catch((error: Error) => {
    throw new Error(`${path} is no usable ONNX model (${firstLine(error)}).`);
  });
  try {
    return network(session, path, settings, Tensor);
  } catch (error) {
    await session.release();
    throw error;
  }
}

function network(
  session: InferenceSession,
  path: string,
  settings: SeparatorSettings,
  TensorType: typeof Tensor,
): OpenSeparator {
  const shapes = session.inputMetadata.map((input) => ({
    name: input.name,
    dims: input.isTensor ? [...input.shape] : [],
  }));
  const wave = shapes.find(({ dims }) => dims.length === 3);
  const complex = shapes.find(({ dims }) => dims.length === 4);
  if (!wave || shapes.length !== (complex ? 2 : 1)) {
    throw new Error(
      `${path} is no separator: its inputs are not a waveform, or a waveform and its spectrum.`,
    );
  }
  const windowSamples = sizeOf(wave.dims[2]) ?? settings.windowSamples;
  const isFramesFirst = complex !== undefined && isFramesFirstShape(complex.dims);
  const spectrum = complex ? spectrumOf(complex.dims, isFramesFirst, windowSamples, path) : null;
  return {
    sampleRateHz: settings.sampleRateHz,
    windowSamples,
    spectrum,
    async run(waveform, spectra) {
      const level = settings.normalised ? deviation(waveform) : 1;
      const scaled = (values: Float32Array): Float32Array =>
        level === 1 ? values : values.map((value) => value / level);
      const feeds: Record<string, Tensor> = {
        [wave.name]: new TensorType('float32', scaled(waveform), [1, channels, windowSamples]),
      };
      if (complex && spectrum) {
        const { bins, frames } = spectrum;
        feeds[complex.name] = isFramesFirst
          ? new TensorType('float32', framesFirst(scaled(spectra!), spectrum), [
              1,
              frames,
              complexChannels,
              bins,
            ])
          : new TensorType('float32', scaled(spectra!), [1, complexChannels, bins, frames]);
      }
      const outputs = await session.run(feeds).catch((error: Error) => {
        throw new Error(`${path} does not run (${firstLine(error)}).`);
      });
      const shape = { samples: windowSamples, spectrum, isFramesFirst };
      const found = vocalsOf(Object.values(outputs), settings.vocals, shape, path);
      const back = (values: Float32Array | null): Float32Array | null =>
        level === 1 || values === null ? values : values.map((value) => value * level);
      return { waveform: back(found.waveform), spectrum: back(found.spectrum) };
    },
    close: () => session.release(),
  };
}

const isFramesFirstShape = (dims: readonly (string | number)[]): boolean =>
  dims[2] === complexChannels && dims[1] !== complexChannels;

function spectrumOf(
  dims: readonly (string | number)[],
  isFramesFirst: boolean,
  samples: number,
  path: string,
): SpectrumShape {
  const bins = sizeOf(dims[isFramesFirst ? 3 : 2]) ?? 2048;
  const hopSamples = bins / 2;
  const frames = sizeOf(dims[isFramesFirst ? 1 : 3]) ?? Math.ceil(samples / hopSamples);
  if (!isFramesFirst && sizeOf(dims[1]) !== undefined && dims[1] !== complexChannels) {
    throw new Error(
      `${path} takes a spectrum of ${dims[1]} channels; 4 are expected (real and imaginary, twice).`,
    );
  }
  return { bins, frames, hopSamples };
}

/** Of both channels together, and never so small that silence would be blown up. */
function deviation(waveform: Float32Array): number {
  let squares = 0;
  for (const value of waveform) squares += value * value;
  return Math.max(1e-4, Math.sqrt(squares / waveform.length));
}

interface WindowShape {
  readonly samples: number;
  readonly spectrum: SpectrumShape | null;
  readonly isFramesFirst: boolean;
}

/** Stem `vocals` of each output, or the whole of one that has no stems. */
function vocalsOf(
  outputs: readonly Tensor[],
  vocals: number,
  { samples, spectrum, isFramesFirst }: WindowShape,
  path: string,
): NetworkAnswer {
  const waveSize = channels * samples;
  const spectrumSize = spectrum === null ? 0 : complexChannels * spectrum.bins * spectrum.frames;
  let waveform: Float32Array | null = null;
  let spectra: Float32Array | null = null;
  for (const { data, dims, type } of outputs) {
    if (type !== 'float32') throw new Error(`${path} gives ${type} numbers; float32 are expected.`);
    const isWave = dims.at(-1) === samples && dims.at(-2) === channels;
    const size = isWave ? waveSize : spectrumSize;
    const stems = (data as Float32Array).length / size;
    if (size === 0 || !Number.isInteger(stems) || stems < 1) {
      throw new Error(`${path} gives an output [${dims.join(', ')}] that is no stem of its input.`);
    }
    const at = stems === 1 ? 0 : vocals;
    if (at >= stems)
      throw new Error(`${path} gives ${stems} stems; the manifest says that stem ${vocals} is the vocals.`);
    const part = (data as Float32Array).subarray(at * size, (at + 1) * size);
    if (isWave) waveform = part;
    else if (isFramesFirst) spectra = framesLast(data as Float32Array, spectrum!, { stems, stem: at });
    else spectra = part;
  }
  if (waveform === null && spectra === null) throw new Error(`${path} gives nothing.`);
  return { waveform, spectrum: spectra };
}

/** A fixed size, or undefined where the model leaves it open. */
const sizeOf = (dim: string | number | undefined): number | undefined =>
  typeof dim === 'number' && dim > 0 ? dim : undefined;

const firstLine = (error: Error): string => error.message.split('\n')[0]!.slice(0, 200);
