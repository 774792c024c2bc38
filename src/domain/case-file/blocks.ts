/** The parts that a case file is made of, whatever it is written as. */
import type { Finding } from '../finding.js';
import type { Drawing } from './drawing.js';
import type { Timeline } from './timeline.js';

/** A name and its value. `code`: exact characters, such as a sum. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly style?: 'code' | 'strong';
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'bullets'; readonly lines: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'picture'; readonly timeline: Timeline }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | {
      readonly kind: 'rows';
      readonly heads: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export interface VerdictBox {
  readonly tone: Finding | 'made' | 'failed';
  /** Null where nothing was looked for, or it failed. */
  readonly finding: string | null;
  readonly sentence: string;
  readonly match: string | null;
  readonly lines: readonly string[];
}

export interface CaseSection {
  readonly heading: string;
  readonly verdict: VerdictBox;
  readonly blocks: readonly Block[];
}

export interface CaseDocument {
  readonly title: string;
  readonly about: string;
  readonly sections: readonly CaseSection[];
  readonly footer: string;
}
