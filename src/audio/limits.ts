/** How much one decoding may cost. What is over a limit is refused or killed, never awaited. */
export interface DecodeLimits {
  /** Wall-clock seconds that the reader may spend waiting for the decoder, in sum. */
  readonly timeoutSeconds: number;
  /** Longest audio accepted, counted in decoded samples: what a header claims is not believed. */
  readonly maxAudioSeconds: number;
  /** Resident memory at which the decoding process is killed. It takes about 80 MB to start with. */
  readonly memoryMb: number;
}

export const defaultDecodeLimits: DecodeLimits = {
  timeoutSeconds: 120,
  maxAudioSeconds: 4 * 3600,
  memoryMb: 512,
};

/** 7.1 surround. Nothing that is music has more, and every buffer grows with the count. */
export const maxChannels = 8;

/**
 * Outside of this a rate is a mistake or a weapon: 1 MB of 1 Hz audio would last days and become gigabytes
 * once resampled.
 */
export const sampleRateRangeHz = { min: 4_000, max: 384_000 } as const;

/**
 * Sample values a second of the longest accepted audio may have on average: 48 kHz stereo. A small file can hold
 * hours of eight channels at 384 kHz, which are within the time limit and yet a day of work.
 */
export const maxValuesPerSecond = 96_000;

/** Peaks below this (−90 dB of full scale, the noise of 16-bit audio) are silence. */
export const silencePeak = 10 ** (-90 / 20);
