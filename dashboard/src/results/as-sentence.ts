/** Some analyses report parts of sentences: begun with a capital, and ended as the language of the screen ends them. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  if (/[.!?。！？]$/.test(text)) return begun;
  return begun + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text) ? '。' : '.');
}
