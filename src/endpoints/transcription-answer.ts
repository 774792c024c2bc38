/** Reads an answer of the form `verbose_json` of OpenAI's transcription interface; only `text` must be there. */
import { z } from 'zod';
import type { RemoteTranscript } from '../analyses/lyric-transcription/ports.js';

const longestText = 100_000;
const seconds = z.number().min(0).max(3600);

const answer = z.object({
  text: z.string().max(longestText),
  language: z.string().max(100).nullish(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string().max(longestText),
        no_speech_prob: z.number().min(0).max(1).nullish(),
        avg_logprob: z.number().nullish(),
        compression_ratio: z.number().nullish(),
        temperature: z.number().nullish(),
      }),
    )
    .max(10_000)
    .nullish(),
});

/** Throws an Error that says what is wrong with the answer. */
export function readTranscriptionAnswer(text: string): RemoteTranscript {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
  const parsed = answer.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new Error(
      `the answer's ${issue.path.join('.') || 'top level'} is not as expected (${issue.message})`,
    );
  }
  const { segments, language } = parsed.data;
  return {
    text: parsed.data.text,
    language: languageCode(language ?? ''),
    segments:
      segments?.map((segment) => ({
        startSeconds: segment.start,
        endSeconds: Math.max(segment.start, segment.end),
        text: segment.text,
        noSpeech: segment.no_speech_prob ?? null,
        meanLogProbability: segment.avg_logprob ?? null,
        compressionRatio: segment.compression_ratio ?? 0,
        temperature: segment.temperature ?? 0,
      })) ?? null,
  };
}

/** Some servers answer `en`, others `english`: both become the ISO 639-1 code; null for what is neither. */
function languageCode(name: string): string | null {
  const given = name.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(given)) return given;
  return codeByName().get(given) ?? null;
}

let names: Map<string, string> | undefined;

/** English names of all two-letter codes, in lower case. */
function codeByName(): ReadonlyMap<string, string> {
  if (names) return names;
  names = new Map([['mandarin', 'zh']]);
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code)?.toLowerCase();
    if (name !== undefined && !names.has(name)) names.set(name, code);
  }
  return names;
}
