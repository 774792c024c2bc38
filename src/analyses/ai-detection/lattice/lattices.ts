/**
 * The lattices that neural decoders leave.
 *
 * A decoder that upsamples by strides s1 … sn writes spectral images at the multiples of
 * sampleRate / (product of the later strides), whatever its training: the transposed convolution repeats its
 * kernel at that spacing (Odena et al. 2016, "Deconvolution and checkerboard artifacts"; Pons et al. 2021,
 * "Upsampling artifacts in neural audio synthesis"). A *lattice* is one such spacing; a *family* is the nested
 * set of lattices of one kind of architecture. All spacings here follow from published strides and rates.
 */
export interface LatticeFamily {
  readonly id: LatticeFamilyId;
  /** Rising spacings in Hz. */
  readonly spacingsHz: readonly number[];
  /** Whether some of its architectures upsample once more: lines half-way between the finest are theirs too. */
  readonly mayHalve?: boolean;
  /** The architectures that leave it, for documents and pictures. */
  readonly origin: string;
}

export const latticeFamilyIds = [
  'hop-512',
  'fifty',
  'seventy-five',
  'hop-320',
  'rate-48k',
  'forty',
  'eighty',
  'rate-32k',
  'hundred-fifty',
] as const;
export type LatticeFamilyId = (typeof latticeFamilyIds)[number];

const octaves = (baseHz: number, count: number): number[] =>
  Array.from({ length: count }, (_, octave) => baseHz * 2 ** octave);

export const latticeFamilies: readonly LatticeFamily[] = [
  {
    id: 'hop-512',
    spacingsHz: octaves(44_100 / 2048, 7),
    mayHalve: true,
    origin:
      'decoders at 44.1 or 22.05 kHz with strides of powers of two: latent VAEs, codecs of hop 512, mel vocoders of hop 256 and 512',
  },
  {
    id: 'fifty',
    spacingsHz: [50, 100, 200, 400, 500, 2000],
    origin:
      'codec decoders of 50 or 100 frames a second (hops of 320 at 16 kHz, 640 at 32 kHz, 480 and 960 at 48 kHz), vocoders of hop 160 at 16 kHz',
  },
  {
    id: 'seventy-five',
    spacingsHz: [75, 300, 600, 3000],
    origin: 'codec decoders of 75 frames a second (strides 8, 5, 4, 2 at 24 kHz)',
  },
  {
    id: 'hop-320',
    spacingsHz: [44_100 / 320, 44_100 / 160, 44_100 / 40],
    origin: 'strides 8, 5, 4, 2 at 44.1 kHz',
  },
  {
    id: 'rate-48k',
    spacingsHz: octaves(48_000 / 2048, 7),
    origin: 'decoders at 48 or 24 kHz with strides of powers of two',
  },
  {
    id: 'forty',
    spacingsHz: [40, 240, 1200],
    origin: 'codec decoders of 40 frames a second (strides 6, 5, 5, 4 at 24 kHz)',
  },
  {
    id: 'eighty',
    spacingsHz: [80, 400, 2000],
    origin: 'vocoders and codecs of 80 frames a second (hop 200 at 16 kHz, hop 300 at 24 kHz)',
  },
  {
    id: 'rate-32k',
    spacingsHz: octaves(32_000 / 1024, 6),
    origin: 'decoders at 32 or 16 kHz with strides of powers of two: vocoders of hop 256',
  },
  {
    id: 'hundred-fifty',
    spacingsHz: [150, 1200],
    origin: 'strides 8, 5, 4, 2 at 48 kHz',
  },
];

export function familyOf(id: LatticeFamilyId): LatticeFamily {
  return latticeFamilies.find((family) => family.id === id)!;
}
