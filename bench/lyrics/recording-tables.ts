/** The tables of recordings: what was found of each, of all by language, and of the same words beside the baselines. */
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type AskedRecording, type AskedWords, stretchLines, thisAnalysis } from './ask-recording.js';
import { shareOf } from './share.js';

type Print = (line: string) => void;

const isFound = (finding: string | null): boolean => finding === 'found';
const isPossible = (finding: string | null): boolean => finding === 'found' || finding === 'possible';
const scoreText = (score: number | undefined): string => (score ?? 0).toFixed(2);

export function recordingTables(print: Print, asked: readonly AskedRecording[]): void {
  eachRecording(print, asked);
  byLanguage(print, asked);
  falseAlarms(print, asked);
  besideBaselines(print, 'all recognised words', asked, ({ words }) => (words === null ? [] : [words]));
  besideBaselines(print, `${stretchLines} recognised lines in a row`, asked, ({ stretches }) => stretches);
}

function eachRecording(print: Print, asked: readonly AskedRecording[]): void {
  print(
    '\n| recording | language: annotated, recognised | word error rate | CPU s | wall s | right song: place, score | verdict | without its song: best score, verdict |',
  );
  print('|---|---|---|---|---|---|---|---|');
  for (const { name, song, language, cpuSeconds, seconds, answer, place, words } of asked) {
    const right = scoreText(answer.listed[place - 1]?.combined_score);
    const placeText = song === null ? '–' : `${Number.isFinite(place) ? place : 'not listed'}, ${right}`;
    const without =
      words === null
        ? '–'
        : `${scoreText(words.withoutSong.listed[0]?.combined_score)}, \`${words.withoutSong.finding}\``;
    print(
      `| ${name} | ${song?.language ?? '–'}, ${language} | ${song?.wordErrorRate.toFixed(2) ?? '–'} | ${cpuSeconds.toFixed(0)} | ${seconds.toFixed(0)} | ${placeText} | \`${answer.finding}\` | ${without} |`,
    );
  }
}

function byLanguage(print: Print, asked: readonly AskedRecording[]): void {
  print(
    '\n| recordings with their lyric in the dataset | recordings | right song first | found | possible or found | language recognised |',
  );
  print('|---|---|---|---|---|---|');
  const row = (name: string, some: readonly AskedRecording[]): void => {
    const of = (is: (one: AskedRecording) => boolean): string => shareOf(some.filter(is).length, some.length);
    print(
      `| ${name} | ${some.length} | ${of(({ place }) => place === 1)} | ${of(({ place, answer }) => place === 1 && isFound(answer.finding))} | ${of(({ place, answer }) => place === 1 && isPossible(answer.finding))} | ${of(({ song, language }) => song!.language === language)} |`,
    );
  };
  const sung = asked.filter(({ song }) => song !== null);
  for (const language of [...new Set(sung.map(({ song }) => song!.language))].sort())
    row(
      language,
      sung.filter(({ song }) => song!.language === language),
    );
  row('**all**', sung);
}

/** The same words without their song among those compared with, and recordings of which no lyric is known. */
function falseAlarms(print: Print, asked: readonly AskedRecording[]): void {
  print('\n| no song is right | recordings | found | possible or found | no words recognised |');
  print('|---|---|---|---|---|');
  const row = (name: string, findings: readonly (string | null)[]): void => {
    const of = (is: (finding: string | null) => boolean): string =>
      shareOf(findings.filter(is).length, findings.length);
    print(
      `| ${name} | ${findings.length} | ${of(isFound)} | ${of(isPossible)} | ${of((finding) => finding === 'cannot_tell')} |`,
    );
  };
  const unknown = asked.filter(({ song }) => song === null);
  row(
    'sung recordings, without their song',
    asked.filter(({ song }) => song !== null).map(({ words }) => words?.withoutSong.finding ?? 'cannot_tell'),
  );
  if (unknown.length > 0)
    row(
      'recordings without a lyric',
      unknown.map(({ answer }) => answer.finding),
    );
}

/**
 * Baselines have no verdict: instead, whether the right song scores above the best other song of every one of these texts,
 * which no threshold could improve on. Texts of one recording are no cases of their own: intervals are bootstrapped over recordings.
 */
function besideBaselines(
  print: Print,
  what: string,
  asked: readonly AskedRecording[],
  textsOf: (one: AskedRecording) => readonly AskedWords[],
): void {
  const groups = asked.map(textsOf).filter((texts) => texts.length > 0);
  const texts = groups.flat();
  if (texts.length === 0) return;
  print(
    `\n| ${what}: ${texts.length} of ${groups.length} recordings | right song first | above every best other song | found | without its song: found | possible or found |`,
  );
  print('|---|---|---|---|---|---|');
  const of = (is: (one: AskedWords) => boolean): string => shareOfGroups(groups, is);
  for (const name of Object.keys(texts[0]!.placed)) {
    const stranger = Math.max(...texts.map(({ placed }) => placed[name]!.stranger));
    const verdicts =
      name === thisAnalysis
        ? [
            of(({ withSong, placed }) => placed[name]!.place === 1 && isFound(withSong.finding)),
            of(({ withoutSong }) => isFound(withoutSong.finding)),
            of(({ withoutSong }) => isPossible(withoutSong.finding)),
          ]
        : ['–', '–', '–'];
    print(
      `| ${name} | ${of(({ placed }) => placed[name]!.place === 1)} | ${of(({ placed }) => placed[name]!.right > stranger)} | ${verdicts.join(' | ')} |`,
    );
  }
}

const draws = 2000;

/** Of all texts, with a 95 % interval over draws of groups; that of Wilson where every group is one text or all agree. */
function shareOfGroups<T>(groups: readonly (readonly T[])[], is: (one: T) => boolean): string {
  const counts = groups.map((group) => group.filter(is).length);
  const count = counts.reduce((sum, one) => sum + one, 0);
  const all = groups.reduce((sum, group) => sum + group.length, 0);
  if (all === groups.length) return shareOf(count, all);
  if (count === 0 || count === all) {
    const interval = /\(.*\)$/.exec(shareOf(count === 0 ? 0 : groups.length, groups.length))![0];
    return `${count} ${interval}`;
  }
  const random = seededRandom(1);
  const shares = Array.from({ length: draws }, () => {
    let [hit, drawn] = [0, 0];
    for (let i = 0; i < groups.length; i++) {
      const at = Math.floor(random() * groups.length);
      hit += counts[at]!;
      drawn += groups[at]!.length;
    }
    return (100 * hit) / drawn;
  }).sort((a, b) => a - b);
  const at = (share: number): string => shares[Math.floor(share * draws)]!.toFixed(1);
  return `${count} (${((100 * count) / all).toFixed(1)} %, ${at(0.025)}–${at(0.975)})`;
}
