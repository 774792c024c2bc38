/**
 * What benchmarks measure of a pair of songs, by name. A learned order of songs reads all of them and does not ship (fit-evidence.ts,
 * docs/measurements/plagiarism-order.md); the model that ships, `plagiarism-evidence`, reads the score of a run and `uneven-pace`
 * (src/analyses/plagiarism/evidence/run-cost.ts). Each is measured of one line of either song (the best two pairs of lines are candidates) or
 * of the songs as a whole. Measurements hold no verdict: a model says what they are evidence for.
 */

export interface PairFeature {
  readonly name: string;
  readonly unit: string;
  /** Whether a common origin becomes likelier or less likely with it. */
  readonly direction: 'rising' | 'falling';
  /** Features of a group are left out together where an ablation asks what they add. */
  readonly group:
    | 'surprise'
    | 'chance'
    | 'extent'
    | 'rhythm'
    | 'pace'
    | 'figure'
    | 'harmony'
    | 'chroma'
    | 'origin';
}

export const pairFeatures = [
  {
    name: 'aligned-surprise',
    unit: 'score of the aligned run: the surprise of its notes, less replaced, dropped and inserted ones',
    direction: 'rising',
    group: 'surprise',
  },
  {
    name: 'surprise-above-chance',
    unit: 'that score less what the lines score reversed, or in the next best key',
    direction: 'rising',
    group: 'chance',
  },
  {
    name: 'chance',
    unit: 'what the lines score reversed (the mean of both), or in the next best key, whichever is more',
    direction: 'falling',
    group: 'chance',
  },
  {
    name: 'places',
    unit: 'log2 of the product of the notes of both lines',
    direction: 'falling',
    group: 'chance',
  },
  {
    name: 'matched-notes',
    unit: 'log2 of one more than the notes of the run that match',
    direction: 'rising',
    group: 'extent',
  },
  {
    name: 'density',
    unit: 'matching notes among all notes of the run, of the line with more',
    direction: 'rising',
    group: 'extent',
  },
  {
    name: 'coverage',
    unit: 'matching notes among the notes of the shorter line',
    direction: 'rising',
    group: 'extent',
  },
  {
    name: 'distinct-turns',
    unit: 'log2 of one more than the different runs of four intervals among the matching notes',
    direction: 'rising',
    group: 'figure',
  },
  {
    name: 'chord-tones',
    unit: 'share of the matching notes that belong to their chord, of the line with more; 0 without chords',
    direction: 'falling',
    group: 'figure',
  },
  {
    name: 'moves-with-chords',
    unit: 'changes of chord for each move of the line within the run, of the line with fewer; 0 without chords',
    direction: 'falling',
    group: 'figure',
  },
  {
    name: 'same-rhythm',
    unit: 'share of the matching notes whose change of duration is the same',
    direction: 'rising',
    group: 'rhythm',
  },
  {
    name: 'rhythm-alone',
    unit: 'score of the aligned durations without pitch, less the score reversed',
    direction: 'rising',
    group: 'rhythm',
  },
  {
    name: 'uneven-pace',
    unit: 'share of stretches of the run that go at another pace than the run',
    direction: 'falling',
    group: 'pace',
  },
  {
    name: 'odd-pace',
    unit: 'octaves that the pace of the run is from the same, half or double pace',
    direction: 'falling',
    group: 'pace',
  },
  {
    name: 'other-pace',
    unit: 'octaves between the times that both songs take for the run',
    direction: 'falling',
    group: 'pace',
  },
  {
    name: 'chord-changes',
    unit: 'score of the aligned chord changes less the score reversed',
    direction: 'rising',
    group: 'harmony',
  },
  {
    name: 'chord-chance',
    unit: 'score of the chord changes reversed',
    direction: 'falling',
    group: 'harmony',
  },
  {
    name: 'chords-beside-run',
    unit: 'mean share of common chord tones a beat beside the run, in its key; 0 without chords',
    direction: 'rising',
    group: 'harmony',
  },
  {
    name: 'chroma-sequence',
    unit: 'score of the aligned chroma sequences less the score reversed; 0 where they were not aligned',
    direction: 'rising',
    group: 'chroma',
  },
  {
    name: 'chroma-same-key',
    unit: '1 where the chroma sequences align in the key of the run',
    direction: 'rising',
    group: 'chroma',
  },
  {
    name: 'transcribed',
    unit: '1 where one of the songs is a recording, whose notes are a transcription',
    direction: 'falling',
    group: 'origin',
  },
] as const satisfies readonly PairFeature[];

export type FeatureName = (typeof pairFeatures)[number]['name'];
export type Measurement = Readonly<Record<FeatureName, number>>;

export const featureNames: readonly FeatureName[] = pairFeatures.map(({ name }) => name);

/** In the order of `pairFeatures`. */
export function valuesOf(measurement: Measurement): number[] {
  return featureNames.map((name) => measurement[name]);
}
