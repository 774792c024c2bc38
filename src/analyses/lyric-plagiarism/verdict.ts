/** The verdict of a search (src/domain/finding.ts), from the odds of the best song: the documented scores follow from the same odds. */
import type { Finding, Verdict } from '../../domain/finding.js';
import { contributionOf, type EvidenceModel } from '../../models/evidence-model.js';
import { foundPer1000, type Judgement, possiblePer1000 } from './evidence/odds.js';
import type { SongFacts } from './ports.js';

export interface BestSong extends Judgement {
  readonly songId: string;
  /** In the order of the model's features. */
  readonly measurements: readonly number[];
}

export interface LyricEvidence {
  /** Songs with lyrics that were searched. */
  readonly searched: number;
  /** Whether the lyric says enough to distinguish songs. */
  readonly distinctive: boolean;
  /** The best song, where any has a similar part. */
  readonly best: (BestSong & { readonly facts: SongFacts }) | null;
  /** What the encoder cannot do. */
  readonly encoderLimits: string;
  readonly model: EvidenceModel;
}

const shownReasons = 3;

export function findingOf({ falseAlarms }: Pick<Judgement, 'falseAlarms'>): Finding {
  if (falseAlarms <= foundPer1000) return 'found';
  return falseAlarms <= possiblePer1000 ? 'possible' : 'not_found';
}

export function lyricVerdict(evidence: LyricEvidence): Verdict {
  const { searched: count, best, distinctive, encoderLimits } = evidence;
  const searched = { count, unit: 'songs' } as const;
  const limits = [
    encoderLimits,
    'Ideas, stories and images in other words are not compared.',
    'A similar text does not show who wrote first; prayers, nursery rhymes and sayings are common property.',
  ];
  if (count === 0) {
    return {
      finding: 'nothing_to_compare',
      searched,
      reasons: ['The searched datasets hold no songs with lyrics.'],
      limits,
    };
  }
  const threshold = { of: 'expected false alarms in 1,000 unrelated lyrics', value: foundPer1000 };
  const short = distinctive ? [] : ['The lyric says too little to distinguish songs by it.'];
  const finding = best ? findingOf(best) : 'not_found';
  // So little text would hardly be found where it stands word for word: that it was not says nothing.
  if (finding === 'not_found' && !distinctive) {
    return { finding: 'cannot_tell', threshold, searched, reasons: short, limits };
  }
  if (!best) {
    return {
      finding: 'not_found',
      threshold,
      searched,
      reasons: ['No song is more similar in wording or meaning than unrelated songs are.'],
      limits,
    };
  }
  const { artist, title, year, datasetId } = best.facts;
  return {
    finding,
    expectedFalseAlarms: Number(best.falseAlarms.toPrecision(2)),
    threshold,
    searched,
    match: { song_id: best.songId, dataset_id: datasetId, artist, title, year },
    reasons: [...reasonsOf(best.measurements, evidence.model), ...short],
    limits,
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** A sentence a measurement, in the order of the model's features. */
const sentences: readonly ((values: readonly number[]) => string)[] = [
  ([nats]) => `Wording: the longest shared passage says ${nats!.toFixed(0)} nats more than chance explains.`,
  ([, share]) =>
    `Shared text: ${percent(share!)} of the shorter lyric, counted as three lines at least, stands in shared passages.`,
  ([, , share]) => `Meaning: similar phrases in the same order cover ${percent(share!)} of both lyrics.`,
  ([, , , share]) =>
    `Order: similar phrases in the same order cover ${percent(share!)} more than with one lyric read from its end.`,
  ([, , , , similarity]) =>
    `Phrases: the three most similar ones reach ${similarity!.toFixed(2)} on average.`,
];

/** The measurements that weigh most. */
function reasonsOf(values: readonly number[], { features }: EvidenceModel): string[] {
  const weights = features.map((feature, index) => contributionOf(feature, values[index]!));
  return weights
    .map((weight, index) => ({ weight, index }))
    .filter(({ weight }) => weight > 0.1)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, shownReasons)
    .map(({ index }) => sentences[index]!(values));
}
