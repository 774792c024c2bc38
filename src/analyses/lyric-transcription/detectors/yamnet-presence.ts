/** What YAMNet's scores mean for a song: singing in a dense mix scores hundredths, instruments thousandths. */
import { logistic } from '../../../signal/logistic.js';
import { bridgedSeconds, minToCut } from '../presence/presence.js';
import { joinedSpans, type Segment } from '../segments.js';
import { patchHopSeconds, patchSeconds, type VoiceScores } from './yamnet.js';

const songQuantile = 0.9;
/** Score of the song's upper tenth at which voice and no voice are equally likely, and the slope of the logit. */
export const evenScore = 0.0126;
const slope = 3;

/** Natural logarithm of the upper tenth of the patches' stronger score, sung or spoken. */
function yamnetStatistic({ sung, spoken }: VoiceScores): number {
  return Math.log(upperTenth(strongerOf({ sung, spoken })) + 1e-5);
}

const strongerOf = ({ sung, spoken }: VoiceScores): Float32Array =>
  sung.map((score, i) => Math.max(score, spoken[i]!));

function upperTenth(scores: Float32Array): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(songQuantile * sorted.length))] ?? 0;
}

/** Probability of a voice somewhere in the song. */
export function yamnetPresence(scores: VoiceScores): number {
  return logistic(slope * (yamnetStatistic(scores) - Math.log(evenScore)));
}

/** A patch with this share of the even score, or of the song's upper tenth where that is faint, may be sung. */
const shareOfEven = 0.37;
const shareOfSong = 0.25;
const padSeconds = 0.5;

/** Spans in which someone may sing, as `voicedSpans`; a patch speaks for its middle half second. */
export function yamnetSpans(scores: VoiceScores, songSeconds: number): Segment[] {
  if (yamnetPresence(scores) < minToCut) return [{ startSeconds: 0, endSeconds: songSeconds }];
  const stronger = strongerOf(scores);
  const least = Math.min(shareOfEven * evenScore, shareOfSong * upperTenth(stronger));
  const margin = (patchSeconds - patchHopSeconds) / 2;
  const spans: Segment[] = [];
  for (let i = 0; i < stronger.length; i++) {
    if (stronger[i]! < least) continue;
    const startSeconds = i === 0 ? 0 : i * patchHopSeconds + margin;
    const endSeconds = i === stronger.length - 1 ? songSeconds : (i + 1) * patchHopSeconds + margin;
    spans.push({ startSeconds, endSeconds });
  }
  return joinedSpans(spans, { padSeconds, bridgedSeconds, songSeconds });
}
