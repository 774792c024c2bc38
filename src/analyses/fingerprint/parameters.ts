/**
 * The engine's parameters. Those marked (stored) shape what lies in an index: changing one makes a new engine
 * version, and songs must be registered again. docs/measurements/fingerprint-steps.md says how each was chosen.
 */

/** Written with every stored song; a song of another version is never compared. */
export const engineVersion = 2;

/** Analysis frames (stored). */
export const framing = {
  sampleRateHz: 16_000,
  windowSamples: 2048,
  hopSamples: 256,
  minHz: 200,
  maxHz: 5000,
  bandsPerOctave: 24,
} as const;

export const framesPerSecond = framing.sampleRateHz / framing.hopSamples;

/** Spectral peaks (stored). */
export const peakPicking = {
  /** A peak is the highest point within ± this many frames … */
  halfWidthFrames: 8,
  /** … and ± this many bands. */
  halfWidthBands: 5,
  /** Its salience is its level over the mean of its band within ± this time. */
  contrastSeconds: 2,
  /** At most this many peaks in any second: the most salient. */
  peaksPerSecond: 30,
  /** In units of 3 dB; what stands out less is a steady tone's ripple. */
  minSalience: 0.2,
  /** A peak so far below the loudest band of its frame may be that band's leakage through the window. */
  maskingDecibels: 60,
  /** Levels are clamped here, relative to a full-scale sine: what is below is silence. */
  floorDecibels: -90,
} as const;

export type PeakPicking = { readonly [Name in keyof typeof peakPicking]: number };

/** Triplets of peaks (stored, but for the query's own numbers). */
export const triplets = {
  minSpanFrames: 4,
  maxSpanFrames: 80,
  minIntervalCents: 60,
  maxIntervalCents: 1800,
  /** Prominent partners an anchor takes in an indexed song and in a query, and all pairs of them. */
  indexPartners: 4,
  queryPartners: 9,
  /** Most uncertain fields of a query's triplet that are also tried on the other side of their boundary. */
  queryFlips: 3,
  anchorCents: 300,
  intervalCents: 20,
  ratioSteps: 40,
  spanOctaves: 0.1,
  /** One of 2^this hashes is kept, chosen by the hash itself, so that song and query keep the same ones. */
  samplingBits: 3,
  /** Bits of a stored key. */
  keyBits: 26,
} as const;

/** Frames of one time unit of a posting: 128 ms (stored). */
export const framesPerUnit = 8;

/** Verification: nothing of it is stored. */
export const verification = {
  /** Peaks coincide within this many frames and cents. */
  timeFrames: 1.5,
  pitchCents: 20,
  /** A pair this far apart counts exp(−1/2) towards z. */
  closeFrames: 0.8,
  closeCents: 10,
  /** A pair this far apart in time counts exp(−1/2) towards the sharpness. */
  sharpFrames: 0.6,
  /** Pitch changes searched: ± this. */
  maxPitchCents: 320,
  /** Below this z, were there no chance coincidences at all, an alignment is not measured. */
  minZ: 9,
  /** Coverage counts blocks of this length. */
  blockSeconds: 2,
  /** In units of 3 dB over its band's mean: noise alone hardly makes peaks that stand out so far. */
  standingOut: 4,
  /** The agreement is that of the worst of this many bands of pitch … */
  agreementBands: 5,
  /** … among those with at least this many peaks that stand out. */
  minStandingOut: 12,
} as const;
