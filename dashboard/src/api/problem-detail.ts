/** What a problem document says to a person. */

export interface ProblemBody {
  code?: string;
  detail?: string;
  errors?: ReadonlyArray<{ pointer: string; detail: string }>;
}

/** Sentences that do not say themselves what they are about. */
const unnamed = /^(Must|This field) /;

/**
 * Where one field is wrong: what is wrong with it, without the field's name in the interface, which says nothing to a
 * person; with it where the sentence would be about nothing otherwise. Undefined where the document says nothing.
 */
export function problemDetail({ code, detail, errors = [] }: ProblemBody): string | undefined {
  const [only] = errors;
  if (code !== 'validation_error' || errors.length !== 1 || !only) return detail;
  return unnamed.test(only.detail) ? detail : only.detail;
}
