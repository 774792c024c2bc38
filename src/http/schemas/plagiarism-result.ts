import { z } from 'zod';

const share = z.number().min(0).max(1);

const segment = z
  .looseObject({
    title: z.string(),
    link: z.string().nullable().describe('Null for uploaded files'),
    time_start: z.number(),
    time_end: z.number(),
    key: z.string().describe('`<tonic> major` or `<tonic> minor`'),
    chords: z.array(z.string()).min(16).max(16).describe('16, one a beat, such as `C:maj`; `N` means none'),
  })
  .meta({ id: 'SegmentInfo' });

const lineScores = z
  .looseObject({
    metric: share,
    pitch_score: share,
    correlation: share,
    ratio: share,
    bpm_ratio: share,
    difficulty: share,
  })
  .meta({ id: 'LineScores' });

const match = z
  .looseObject({
    signature_metric: share,
    original: segment,
    comparison: segment,
    scores: z.looseObject({ vocal: lineScores, melody: lineScores, topline: lineScores, chord: share }),
  })
  .meta({ id: 'PlagiarismMatch' });

export const plagiarismResult = z
  .looseObject({
    signature: z.array(match),
    vocal: z.array(match),
    inst: z.array(match),
    topline: z.array(match),
  })
  .meta({ id: 'PlagiarismResult' });
