/** A trained separator as separation needs it: fixed windows in, the vocals of the same windows out. */
export interface SeparatorNetwork {
  readonly sampleRateHz: number;
  /** Samples of a window; every run takes exactly this many a channel. */
  readonly windowSamples: number;
  /** The spectrum that stands beside the waveform; null where the network transforms inside. */
  readonly spectrum: SpectrumShape | null;
  /** `waveform` is 2 × windowSamples; `spectrum` 4 × bins × frames (left re, left im, right re, right im) or null. */
  run(waveform: Float32Array, spectrum: Float32Array | null): Promise<NetworkAnswer>;
}

export interface SpectrumShape {
  /** Half the size of the transform: the Nyquist bin is left out. */
  readonly bins: number;
  readonly frames: number;
  readonly hopSamples: number;
}

/** The vocals' part of what the network gave, in the shapes of its input; the sum of both is the vocals. */
export interface NetworkAnswer {
  readonly waveform: Float32Array | null;
  readonly spectrum: Float32Array | null;
}
