/** Recordings to labelled segments: what the recogniser wrote of each, and whether those words are there. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenKernelName } from '../../../src/analyses/lyric-transcription/listen-kernel.js';
import { presenceWithin } from '../../../src/analyses/lyric-transcription/presence/presence.js';
import {
  type TranscribedSegment,
  transcribeSegments,
} from '../../../src/analyses/lyric-transcription/recognise-song.js';
import { countingCompute } from '../local-compute.js';
import { comparedWords, matchedWords } from '../score-words.js';
import type { Material } from './one-material.js';

/**
 * `invented`: nobody sings or speaks. `right`: a third of the words at least are the annotated ones. `garbled`: someone sings, and
 * the words are others. `unknown`: someone does, and nobody wrote down what; where the recogniser hears the language that is known
 * to be spoken, that counts as `right`.
 */
export type Label = 'invented' | 'right' | 'garbled' | 'unknown';

export interface SegmentCase {
  readonly material: Material;
  readonly segment: TranscribedSegment;
  readonly label: Label;
  /** How many of its words are annotated ones. */
  readonly matched: number;
}

export interface HearingOptions {
  readonly modelsDir: string;
  readonly recogniser: string;
  /** Keeps what the recogniser said. */
  readonly cache: string;
  /** Leaves out recordings that the cache does not hold. */
  readonly isCachedOnly: boolean;
}

export interface HeardMaterial {
  readonly material: Material;
  readonly presence: number;
  readonly seconds: number;
  readonly segments: readonly TranscribedSegment[];
  readonly cases: readonly SegmentCase[];
}

const rightShare = 1 / 3;
/** Languages that write no spaces are compared by characters, of which more are the same by chance. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'ko']);
const rightShareOfCharacters = 0.5;

/**
 * All segments are recognised, whatever the classifier hears in them: no model decides over what it is fitted on. Null where the cache
 * does not hold the recording and nothing may be recognised.
 */
export async function heardMaterial(
  material: Material,
  options: HearingOptions,
): Promise<HeardMaterial | null> {
  const file = keptFile(material, options);
  if (!existsSync(file)) {
    if (options.isCachedOnly) return null;
    mkdirSync(options.cache, { recursive: true });
    writeFileSync(file, JSON.stringify(await recognised(material, options)));
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Recognition;
  return { ...kept, material, cases: labelled(material, kept.segments) };
}

function keptFile({ path }: Material, { cache, modelsDir, recogniser }: HearingOptions): string {
  const key = createHash('sha256').update(`${path}\n${modelsDir}\n${recogniser}`).digest('hex').slice(0, 24);
  return join(cache, `${key}.heard.json`);
}

type Recognition = Pick<HeardMaterial, 'presence' | 'seconds' | 'segments'>;

async function recognised(
  { path }: Material,
  { modelsDir, recogniser: model }: HearingOptions,
): Promise<Recognition> {
  const compute = countingCompute(modelsDir);
  const heard = await compute.run(listenKernelName, { path, durationSeconds: 0, detector: null });
  const { segments } = await transcribeSegments(
    heard.segments.map((segment) => ({ ...segment, voice: 1 })),
    {
      path,
      language: null,
      compute,
      signal: new AbortController().signal,
      onProgress() {},
      model,
      threads: 1,
    },
  );
  const voiced = segments.map((segment) => ({
    ...segment,
    voice: presenceWithin(heard.voiceWindows, segment.startSeconds, segment.endSeconds),
  }));
  return { presence: heard.presence, seconds: heard.seconds, segments: voiced };
}

function labelled(material: Material, segments: readonly TranscribedSegment[]): SegmentCase[] {
  const isByCharacter = material.language !== null && unspaced.has(material.language);
  const pieces = (text: string): string[] =>
    isByCharacter ? [...comparedWords(text).join('')] : comparedWords(text);
  const found = segments.map(({ phrases }) => pieces(phrases.map(({ text }) => text).join(' ')));
  const owner = found.flatMap((words, i) => words.map(() => i));
  const matches = new Array<number>(segments.length).fill(0);
  for (const [at] of matchedWords(found.flat(), pieces(material.lyrics ?? ''))) matches[owner[at]!]! += 1;
  const least = isByCharacter ? rightShareOfCharacters : rightShare;
  return segments.flatMap((segment, i) => {
    const count = found[i]!.length;
    if (count === 0) return [];
    return [
      {
        material,
        segment,
        matched: matches[i]!,
        label: labelOf(material, segment, matches[i]! / count, least),
      },
    ];
  });
}

function labelOf(
  { hasVoice, lyrics, starts, language }: Material,
  segment: TranscribedSegment,
  share: number,
  least: number,
): Label {
  if (!hasVoice) return 'invented';
  if (lyrics === null) return heardLanguage(segment) === language ? 'right' : 'unknown';
  if (share >= least) return 'right';
  const isSung =
    starts === null ||
    starts.some((start) => start >= segment.startSeconds - 1 && start < segment.endSeconds);
  return isSung ? 'garbled' : 'invented';
}

const heardLanguage = ({ heard }: TranscribedSegment): string | undefined =>
  Object.entries(heard).sort((a, b) => b[1] - a[1])[0]?.[0];
