/** Builds separators for tests: ONNX files whose stems are shares of their inputs. Field numbers are onnx.proto3's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

type Field = readonly [number, Uint8Array | string | number];

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(field * 8), ...varint(value)]);
      const bytes = Buffer.from(value as Uint8Array);
      return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

const value = (name: string, dims: readonly number[]): Uint8Array => {
  const shape = message(...dims.map((dim): Field => [1, message([1, dim])]));
  return message([1, name], [2, message([1, message([1, 1], [2, shape])])]);
};
const tensor = (name: string, dims: readonly number[], values: readonly number[]): Uint8Array =>
  message(
    ...dims.map((dim): Field => [1, dim]),
    [2, 1],
    [8, name],
    [9, Buffer.from(Float32Array.from(values).buffer)],
  );
const multiply = (a: string, b: string, output: string): Uint8Array =>
  message([1, a], [1, b], [2, output], [4, 'Mul']);

/** The attribute `axes: [axis]` (operators before version 13). */
const axes = (axis: number): Uint8Array => message([1, 'axes'], [8, axis], [20, 7]);

export interface SmallSeparator {
  readonly samples: number;
  /** What each stem is of the waveform. */
  readonly waveform: readonly number[];
  /** What each stem is of the spectrum; null for a network that takes the waveform alone. */
  readonly spectrum: readonly number[] | null;
  readonly bins?: number;
  /** Whether spectra are [1, frames, 4, bins] and [1, frames, stems, 4, bins]. */
  readonly isFramesFirst?: boolean;
}

/** Writes a network of the named kind to `path`; its stems are the inputs times their shares. */
export function writeSmallSeparator(path: string, options: SmallSeparator): void {
  const { samples, waveform, spectrum, bins = 128, isFramesFirst = false } = options;
  const frames = Math.ceil(samples / (bins / 2));
  const stems = waveform.length;
  const graph: Field[] = [
    [1, multiply('mix', 'wave_shares', 'time')],
    [2, 'separator'],
    [5, tensor('wave_shares', [1, stems, 1, 1], waveform)],
    [11, value('mix', [1, 2, samples])],
    [12, value('time', [1, stems, 2, samples])],
  ];
  if (spectrum !== null) {
    const shares = isFramesFirst ? [1, 1, stems, 1, 1] : [1, stems, 1, 1, 1];
    graph.push(
      // An axis for the stems where broadcasting alone would put it at the wrong place.
      ...(isFramesFirst
        ? ([
            [1, message([1, 'mag'], [2, 'rows'], [4, 'Unsqueeze'], [5, axes(2)])],
            [1, multiply('rows', 'spectrum_shares', 'freq')],
          ] as const)
        : ([[1, multiply('mag', 'spectrum_shares', 'freq')]] as const)),
      [5, tensor('spectrum_shares', shares, spectrum)],
      [11, value('mag', isFramesFirst ? [1, frames, 4, bins] : [1, 4, bins, frames])],
      [12, value('freq', isFramesFirst ? [1, frames, stems, 4, bins] : [1, stems, 4, bins, frames])],
    );
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, message([1, 8], [7, message(...graph)], [8, message([2, 12])]));
}
