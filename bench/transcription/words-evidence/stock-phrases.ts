/** Phrases that recognisers trained on subtitles invent over music and silence, as the gates before the models had them. */
const phrases: readonly string[] = [
  'thank you',
  'thank you for watching',
  'thanks for watching',
  'please subscribe',
  'subscribe to my channel',
  'see you next time',
  'bye',
  'you',
  'music',
  'applause',
  'merci',
  'sous-titres réalisés par la communauté d amara org',
  'untertitel der amara org community',
  'untertitel im auftrag des zdf',
  'subtítulos realizados por la comunidad de amara org',
  'sottotitoli creati dalla comunità amara org',
  'legendas pela comunidade amara org',
  'ondertiteld door de amara org gemeenschap',
  'продолжение следует',
  'субтитры сделал dimatorzok',
  'ご視聴ありがとうございました',
  '시청해주셔서 감사합니다',
  '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
  'altyazı m k',
];
const known = new Set(phrases.map(bare));

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** Whether the whole line is one of them. */
export function isStockPhrase(line: string): boolean {
  return known.has(bare(line));
}
