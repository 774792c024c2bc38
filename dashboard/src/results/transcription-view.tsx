import { Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import type { LyricTranscriptionResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { screenLanguage, t } from '../i18n/t.js';
import { Bar } from '../ui/bar.js';
import { clock, rangeText } from '../ui/format.js';
import { titleOf } from '../ui/names.js';
import { Waveform } from '../ui/waveform.js';
import { fields, list, number, text } from './fields.js';

interface TimedLine {
  text: string;
  start: number | null;
  end: number | null;
  /** Empty where the recogniser gave no times of words. */
  words: readonly TimedWord[];
}

interface TimedWord {
  text: string;
  start: number | null;
  end: number | null;
}

/** The words beside the recording: lines light up as they are sung, and a click on one goes there. */
export default function TranscriptionView({ task }: { task: Task }): JSX.Element {
  const result = task.result as LyricTranscriptionResult;
  const player = useRef<WaveSurfer | null>(null);
  const [at, setAt] = useState(0);
  const lines = linesOf(task);
  const isSilent = fields(task.detail).decided_by === 'silence';
  return (
    <Stack gap="lg">
      {task.music_id && (
        <Waveform
          musicId={task.music_id}
          label={titleOf(task) ?? t('the recording')}
          height={72}
          onTime={setAt}
          onReady={(ready) => {
            player.current = ready;
          }}
        />
      )}
      {!isSilent && <Languages languages={result.languages} />}
      {result.is_instrumental ? (
        <Text c="dimmed">
          {isSilent
            ? t('Nothing to hear: the recording is silent, or nearly so.')
            : t('No vocals were found: this is instrumental.')}
        </Text>
      ) : (
        <Stack gap="sm">
          {lines.some(({ start }) => start !== null) && (
            <Downloads taskId={task.id} words={lines.some(({ words }) => words.length > 0)} />
          )}
          <Recogniser detail={task.detail} />
          <ol className="card" style={{ listStyle: 'none', margin: 0, padding: '0.75rem' }}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be sung twice
              <li key={index}>
                <LyricLine line={line} at={at} onSeek={(time) => player.current?.setTime(time)} />
              </li>
            ))}
          </ol>
        </Stack>
      )}
      <LeftOut detail={task.detail} />
    </Stack>
  );
}

function linesOf(task: Task): TimedLine[] {
  const timed = list(fields(task.detail).lines).map(fields);
  if (timed.length > 0) {
    return timed.map((line) => ({
      text: text(line.text),
      start: number(line.start_seconds),
      end: number(line.end_seconds),
      words: list(line.words)
        .map(fields)
        .map((word) => ({
          text: text(word.text),
          start: number(word.start_seconds),
          end: number(word.end_seconds),
        })),
    }));
  }
  return (task.result as LyricTranscriptionResult).lyrics
    .split('\n')
    .map((line) => ({ text: line, start: null, end: null, words: [] }));
}

function LyricLine(props: { line: TimedLine; at: number; onSeek: (time: number) => void }): JSX.Element {
  const { line, at } = props;
  const { start } = line;
  if (start === null) return <Text dir="auto">{line.text}</Text>;
  const sung = at >= start && at < (line.end ?? Number.POSITIVE_INFINITY);
  return (
    <button
      type="button"
      onClick={() => props.onSeek(start)}
      aria-current={sung || undefined}
      className="lyric-line"
    >
      <span className="mono">{clock(start)}</span>
      <span dir="auto">
        {sung && line.words.length > 0 ? <Words words={line.words} at={at} /> : line.text}
      </span>
    </button>
  );
}

/** The line that is being sung, its present word marked. */
function Words({ words, at }: { words: readonly TimedWord[]; at: number }): JSX.Element {
  return (
    <>
      {words.map(({ text: word, start, end }, index) => {
        const sung = start !== null && end !== null && at >= start && at < end;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be sung twice
          <span key={index}>
            {index > 0 && ' '}
            {sung ? <mark>{word}</mark> : word}
          </span>
        );
      })}
    </>
  );
}

function Recogniser({ detail }: { detail: unknown }): JSX.Element | null {
  const id = text(fields(fields(detail).recogniser).id);
  if (id === '') return null;
  return (
    <Text size="sm" c="dimmed">
      {t('Written down by {{id}}. Machines mishear singing: read it against the recording.', { id })}
    </Text>
  );
}

/** Where the recogniser wrote words that nobody is likely to sing. */
function LeftOut({ detail }: { detail: unknown }): JSX.Element | null {
  const places = list(fields(detail).segments)
    .map(fields)
    .filter((segment) => text(segment.left_out) === 'unlikely-words')
    .map((segment) => rangeText(number(segment.start_seconds) ?? 0, number(segment.end_seconds) ?? 0));
  if (places.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('Words left out at {{places}}: the recogniser more likely invented them than anyone sang them.', {
        places: places.join(', '),
      })}
    </Text>
  );
}

const languageNames = new Intl.DisplayNames([screenLanguage()], { type: 'language', fallback: 'code' });

/** `German (de)`; `Inst` means no language at all. */
function languageName(code: string): string {
  if (code === 'Inst') return t('Instrumental');
  try {
    const name = languageNames.of(code) ?? code;
    return name === code ? code : `${name} (${code})`;
  } catch {
    return code;
  }
}

function Languages({ languages }: { languages: LyricTranscriptionResult['languages'] }): JSX.Element {
  return (
    <section aria-label={t('Languages')} style={{ maxWidth: '24rem' }}>
      {languages.map((language) => (
        <Bar key={language.code} label={languageName(language.code)} value={language.probability} />
      ))}
    </section>
  );
}

/** For players and video editors. */
function Downloads({ taskId, words }: { taskId: string; words: boolean }): JSX.Element {
  const files = ['lrc', 'srt'].flatMap((extension) => [
    { path: `lyrics.${extension}`, label: `.${extension}` },
    ...(words
      ? [
          {
            path: `lyrics.${extension}?words=true`,
            label: t('.{{extension}} with times of words', { extension }),
          },
        ]
      : []),
  ]);
  return (
    <Group gap="xs">
      {files.map(({ path, label }) => (
        <Button
          key={path}
          component="a"
          size="xs"
          variant="default"
          href={`/dashboard/api/tasks/${taskId}/${path}`}
          download
        >
          {t('Download {{label}}', { label })}
        </Button>
      ))}
    </Group>
  );
}
