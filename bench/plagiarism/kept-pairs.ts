/** Measured pairs as files: what was kept is read only where it holds what this version reads, of a sample that is large enough. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { featureNames } from './pair-features.js';

/** Raised whenever a pair has another field, or a feature of the same name another value. */
const formatVersion = 5;

interface Kept<Content> {
  readonly formatVersion: number;
  readonly features: readonly string[];
  /** Questions that were asked for; a collection may hold fewer. null: all. */
  readonly maxQuestions: number | null;
  readonly content: Content;
}

/** @returns null where there is no file, or one of another format, other features or fewer questions: measure anew. */
export function readKept<Content>(path: string, maxQuestions: number): Content | null {
  if (!existsSync(path)) return null;
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept<Content>>;
  const fits =
    kept.formatVersion === formatVersion &&
    kept.features?.join() === featureNames.join() &&
    (kept.maxQuestions ?? Number.POSITIVE_INFINITY) >= maxQuestions;
  return fits ? (kept.content ?? null) : null;
}

export function keep<Content>(path: string, maxQuestions: number, content: Content): void {
  mkdirSync(dirname(path), { recursive: true });
  const kept: Kept<Content> = {
    formatVersion,
    features: featureNames,
    maxQuestions: Number.isFinite(maxQuestions) ? maxQuestions : null,
    content,
  };
  writeFileSync(path, JSON.stringify(kept));
}
