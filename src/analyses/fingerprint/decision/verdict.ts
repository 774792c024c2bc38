/** The verdict of a check (src/domain/finding.ts), from what was found: the documented result follows from it. */
import type { Verdict } from '../../../domain/finding.js';
import {
  fineStructureLogOdds,
  isOtherFineStructure,
  isSameFineStructure,
  sameFineStructureLogOdds,
} from '../fine-structure/fine-structure-odds.js';
import type { FineStructure } from '../fine-structure/sustained-levels.js';
import type { SpeechJudgement } from '../speech/speech-odds.js';
import type { Alignment } from '../verification/measure.js';
import {
  isOtherWaveform,
  isSameWaveform,
  sameWaveformLogOdds,
  waveformLogOdds,
} from '../waveform/waveform-odds.js';
import {
  decisionRules,
  expectedFalseMatches,
  isDuplicate,
  isMatch,
  isOtherSound,
  type Strictness,
  similarity,
  zThreshold,
} from './decision.js';
import { copyKinds, kindReasons } from './kind.js';
import type { SongMatch } from './matches.js';

export interface CheckEvidence {
  /** Best first: matches, and what coincides far beyond chance without being similar enough for a copy. */
  readonly candidates: readonly SongMatch[];
  readonly songs: number;
  readonly strictness: Strictness;
  /** Of a recording that is likelier speech alone than music, and not surely so. */
  readonly perhapsSpeech?: Pick<SpeechJudgement, 'logOdds' | 'threshold'> | undefined;
}

const limits = [
  'Speed beyond × 0.66 to × 1.5, tempo beyond × 0.7 to × 1.4 and pitch beyond 7 semitones are not searched.',
  'In strong reverberation, where the song’s file is not kept, music on a strict grid of semitones cannot be distinguished from another rendition of the same notes.',
];

export function checkVerdict({ candidates, songs, strictness, perhapsSpeech }: CheckEvidence): Verdict {
  const duplicate = candidates.find(({ alignment }) => isDuplicate(alignment, songs, strictness));
  const best = duplicate ?? candidates[0];
  const threshold = {
    of: 'z',
    value: Number(zThreshold(songs, best?.alignment.isChangeAssumed).toFixed(1)),
  };
  const searched = { count: songs, unit: 'songs' } as const;
  if (songs === 0) {
    return { finding: 'nothing_to_compare', searched, reasons: ['The catalogue holds no songs.'], limits };
  }
  if (!best) {
    return {
      finding: 'not_found',
      threshold,
      searched,
      reasons: [
        `No song coincides with the recording beyond chance: z = ${threshold.value} is needed.`,
        ...(perhapsSpeech ? [speechDoubt(perhapsSpeech)] : []),
      ],
      limits,
    };
  }
  const { alignment, song } = best;
  const coincidence = ({ alignment: { z } }: SongMatch): string[] => {
    const measured = `z = ${z.toFixed(1)} where ${threshold.value} is needed`;
    if (z >= threshold.value) return [`Spectral peaks coincide beyond chance: ${measured}.`];
    return [`Few spectral peaks coincide (${measured} without comparing the sound).`];
  };
  return {
    finding: duplicate ? 'found' : 'possible',
    expectedFalseAlarms: Number((1000 * expectedFalseMatches(alignment, songs)).toPrecision(2)),
    threshold,
    searched,
    match: { music_id: song.musicId, musicname: song.title },
    reasons: [...coincidence(best), ...soundReasons(best), ...reasons(best, songs, strictness)],
    limits,
  };
}

const speechDoubt = ({ logOdds, threshold }: NonNullable<CheckEvidence['perhapsSpeech']>): string =>
  `It may be speech alone (log-odds of ${logOdds.toFixed(1)}, where ${threshold.toFixed(1)} says so): a fingerprint compares music, so that “not found” says little.`;

/** What comparing the sound itself showed. */
function soundReasons({ alignment: { coherence, fineStructure } }: SongMatch): string[] {
  if (fineStructure) return [fineStructureReason(fineStructure)];
  if (!coherence) return [];
  const { overAll, overNear, strays, shownShare } = coherence;
  const [logOdds, needed] = [waveformLogOdds(coherence), sameWaveformLogOdds()].map((odds) =>
    odds.toFixed(1),
  );
  const measured = `it stands out ${overAll.toFixed(1)} times of all delays and ${overNear.toFixed(1)} times of those just before it, ${(100 * shownShare).toFixed(0)} % of the seconds show it and ${(100 * strays).toFixed(0)} % agree at another one (log-odds ${logOdds}, where ${needed} is needed)`;
  if (isSameWaveform(coherence)) return [`The waveforms agree at one delay: ${measured}.`];
  const agree = isOtherWaveform(coherence) ? 'do not agree at one delay' : 'agree at one delay, not surely';
  return [`The waveforms ${agree}. Of the strongest: ${measured}.`];
}

/** What comparing the fine structure of a stretched recording showed. */
function fineStructureReason(fineStructure: FineStructure): string {
  const { sustained, overBeside, overChance, lowestBand, shownShare } = fineStructure;
  const [logOdds, needed] = [fineStructureLogOdds(fineStructure), sameFineStructureLogOdds()].map((odds) =>
    odds.toFixed(1),
  );
  const measured = `between the beginnings of notes its levels change with a correlation of ${sustained.toFixed(2)}, ${overBeside.toFixed(2)} more than 20 ms beside it and ${overChance.toFixed(1)} times that of chance, in the lowest band of pitch ${lowestBand.toFixed(2)}; ${(100 * shownShare).toFixed(0)} % of the pieces of 2 s show it (log-odds ${logOdds}, where ${needed} is needed)`;
  if (isSameFineStructure(fineStructure)) return `The fine structure is the song’s: ${measured}.`;
  const differs = isOtherFineStructure(fineStructure) ? 'is not the song’s' : 'is not surely the song’s';
  return `The fine structure ${differs}: ${measured}.`;
}

function reasons({ alignment, song }: SongMatch, songs: number, strictness: Strictness): string[] {
  if (!isMatch(alignment, songs, strictness)) {
    if (alignment.fineStructure && isOtherSound(alignment)) {
      return [
        'This is another rendition of the same notes, or a copy that was changed in more than pitch or tempo.',
      ];
    }
    if (isOtherSound(alignment)) {
      return ['This is another rendition of the same notes, or a copy whose waveform was changed.'];
    }
    return [tooLittleSimilarity(alignment, strictness)];
  }
  const kinds = kindReasons(alignment, copyKinds(alignment, song.durationSeconds));
  if (isDuplicate(alignment, songs, strictness)) return kinds;
  const share = (100 * alignment.queryCoverage).toFixed(0);
  return [...kinds, `The match holds for ${share} % of the recording; a duplicate needs half of it.`];
}

/** Of what coincides beyond chance and is not similar enough for a copy. */
export function tooLittleSimilarity(alignment: Alignment, strictness: Strictness): string {
  const { minSimilarity } = decisionRules[strictness];
  return `The similarity of ${similarity(alignment).toFixed(2)} is below ${minSimilarity}: this is the recording, blurred as by a room, or another rendition of the same notes.`;
}
