/** Lyrics as a recogniser mishears them: words whose sounds are confused, run together, left out or put in another's place. */

/** Letters and groups whose sounds are confused, in scripts with an alphabet. */
const confused: readonly string[][] = [
  ['p', 'b'],
  ['t', 'd'],
  ['k', 'g', 'c'],
  ['f', 'v', 'w'],
  ['s', 'z'],
  ['m', 'n'],
  ['l', 'r'],
  ['e', 'i', 'ä'],
  ['o', 'u'],
  ['a', 'o', 'e'],
  ['п', 'б'],
  ['т', 'д'],
  ['к', 'г'],
  ['с', 'з'],
  ['м', 'н'],
  ['е', 'и'],
  ['о', 'а'],
];
const others = new Map<string, string[]>();
for (const group of confused) {
  for (const letter of group)
    others.set(letter, [...(others.get(letter) ?? []), ...group.filter((one) => one !== letter)]);
}
const isVowel = (letter: string): boolean => 'aeiouäöüаеиоу'.includes(letter);

function confuse(word: string, random: () => number): string {
  const letters = [...word.toLowerCase()];
  const sung = letters.map((letter) => {
    const choices = others.get(letter);
    if (!choices || random() >= (isVowel(letter) ? 0.4 : 0.5)) return letter;
    return choices[Math.floor(random() * choices.length)]!;
  });
  if (sung.join('') === letters.join('') && letters.length > 1) sung.splice(letters.length - 1, 1);
  return sung.join('');
}

/** Every line keeps its place; `share` of the words (0 to 1) are wrong. `strange`: words that may be put in. */
export function misheard(
  lyrics: string,
  share: number,
  strange: readonly string[],
  random: () => number,
): string {
  return lyrics
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .map((word) => {
          if (random() >= share) return `${word} `;
          const way = random();
          if (way < 0.6) return `${confuse(word, random)} `;
          if (way < 0.75) return confuse(word, random);
          if (way < 0.88) return '';
          return `${strange[Math.floor(random() * strange.length)]} `;
        })
        .join('')
        .trim(),
    )
    .join('\n');
}

/** The same words with other line breaks: lines of 3 to 11 words, whatever they were. */
export function rebroken(lyrics: string, random: () => number): string {
  const words = lyrics.split(/\s+/).filter((word) => word !== '');
  const lines: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = 3 + Math.floor(random() * 9);
    lines.push(words.slice(at, at + length).join(' '));
    at += length;
  }
  return lines.join('\n');
}
