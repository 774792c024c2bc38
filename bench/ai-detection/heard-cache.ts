/** Keeps what was heard of a window in a folder, so that changed rules can be tried without hearing it again. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Heard } from '../../src/analyses/ai-detection/listen/listen.js';
import type {
  SegmentSpectrum,
  SegmentsOfTrack,
} from '../../src/analyses/ai-detection/listen/mean-spectrum.js';

/** Steps of natural log power: mean spectra in two bytes a bin, exact to 0.002. */
const stepsPerUnit = 256;

interface StoredSegment {
  readonly firstFrame: number;
  readonly frames: number;
  readonly mean: Int16Array;
}
/** A window as it was heard, with what the bench measures besides. */
export interface HeardWindow {
  readonly window: number;
  readonly heard: Heard;
  /** The naive comb score; absent except under the first condition. */
  readonly baseline?: number;
  /** Coherence of left and right from 8 to 14 kHz; null in mono, absent except under the first condition. */
  readonly stereo?: number | null;
}
interface StoredWindow extends Omit<HeardWindow, 'heard'> {
  readonly heard: Stored;
}
interface Stored extends Omit<Heard, 'mid' | 'side'> {
  readonly mid: Omit<SegmentsOfTrack, 'segments'> & { readonly segments: readonly StoredSegment[] };
  readonly side: Stored['mid'];
}

function toStored(track: SegmentsOfTrack): Stored['mid'] {
  const segments = track.segments.map(({ firstFrame, frames, sum }) => ({
    firstFrame,
    frames,
    mean: Int16Array.from(sum, (value) => Math.round((stepsPerUnit * value) / frames)),
  }));
  return { ...track, segments };
}

function fromStored(stored: Stored['mid']): SegmentsOfTrack {
  const segments: SegmentSpectrum[] = stored.segments.map(({ firstFrame, frames, mean }) => ({
    firstFrame,
    frames,
    sum: Float32Array.from(mean, (value) => (value * frames) / stepsPerUnit),
  }));
  return { ...stored, segments };
}

/** Windows of one file under one condition, by a name that is free of slashes. */
export class HeardCache {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  private path(name: string): string {
    return join(this.folder, `${name.replace(/[^\p{L}\p{N}.+−-]/gu, '_').slice(0, 200)}.heard`);
  }

  /** null where nothing is kept under the name. */
  read(name: string): HeardWindow[] | null {
    const path = this.path(name);
    if (!existsSync(path)) return null;
    return (deserialize(readFileSync(path)) as StoredWindow[]).map(({ heard, ...rest }) => ({
      ...rest,
      heard: { ...heard, mid: fromStored(heard.mid), side: fromStored(heard.side) },
    }));
  }

  write(name: string, windows: readonly HeardWindow[]): void {
    const stored: StoredWindow[] = windows.map(({ heard, ...rest }) => ({
      ...rest,
      heard: { ...heard, mid: toStored(heard.mid), side: toStored(heard.side) },
    }));
    const path = this.path(name);
    writeFileSync(`${path}.part`, serialize(stored));
    renameSync(`${path}.part`, path);
  }
}
