/**
 * Characters that cannot be seen. Names from outside lose them, since they reverse lines and hide letters; two of them are
 * spelling inside a word, though: the joiner and the non-joiner of Persian, Sinhala, Malayalam and of emoji families.
 */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
const joinerAlone =
  /(?<![\p{L}\p{M}\p{Emoji}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Emoji}\u200c\u200d])|(?<=[\u200c\u200d])[\u200c\u200d]+/gu;

/** What breaks a line. The null character stays: a request that holds one is refused. */
const breaks = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu;

/** A name as every way in keeps it: one line, without characters that cannot be seen. */
export function shownName(text: string): string {
  return withoutFormattingCharacters(text.replace(breaks, ' ')).trim();
}

export function withoutFormattingCharacters(text: string): string {
  return text.replace(unseen, '').replace(joinerAlone, '');
}
