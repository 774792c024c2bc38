/** What a song is as music: tempo, key, meter, chords, sections and melodies, along the time of its recording. */

import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { beatsABar, minBeatSeconds, soundingBars } from '../../../src/evidence-view/bars.js';
import { keyName } from '../../../src/evidence-view/key-names.js';
import type { MusicDescription } from '../api/contract.js';
import { descriptionQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { Facts } from '../ui/facts.js';
import { decimal, percent } from '../ui/format.js';
import { Loaded } from '../ui/parts.js';
import { otherMetres } from './metre-note.js';
import { Overview } from './overview.js';
import { Passage } from './passage.js';

export interface DescriptionProps {
  musicId: string;
  /** Where the player is, in seconds. */
  at: number;
  onSeek: (seconds: number) => void;
}

export default function DescriptionSection(props: DescriptionProps): JSX.Element {
  const answer = useQuery(descriptionQuery(props.musicId));
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('Musical description')}
      </Title>
      <Loaded query={answer}>
        {(data) =>
          data.state === 'ready' ? (
            <Described song={data.description} at={props.at} onSeek={props.onSeek} />
          ) : data.state === 'pending' ? (
            <Text c="dimmed" role="status">
              {t('Being analysed: tempo, key, chords and melodies appear here when they are ready.')}
            </Text>
          ) : (
            <Alert color="yellow" title={t('It could not be described')}>
              {data.reason}
            </Alert>
          )
        }
      </Loaded>
    </section>
  );
}

function Described(props: {
  song: MusicDescription;
  at: number;
  onSeek: (seconds: number) => void;
}): JSX.Element {
  const { song } = props;
  if (song.beats.length < 2) {
    return (
      <Text>
        {song.source === 'audio' && song.duration_seconds < minBeatSeconds
          ? t('Shorter than three seconds: too short for a tempo, key, bars, chords or melodies.')
          : t('No steady beat was found, so that there is no tempo, key, bar, chord or melody to show.')}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      <Facts facts={factsOf(song)} />
      <Overview {...props} />
      <Passage {...props} />
    </Stack>
  );
}

function sourceText({ source, is_estimated }: MusicDescription): string {
  if (source === 'audio') return t('Recording');
  return is_estimated ? t('MIDI; beats and melody are estimates') : 'MIDI';
}

function keyText({ key, source }: MusicDescription): string {
  if (key !== null) return keyName(key);
  return source === 'audio' ? t('none: no chords are heard clearly') : t('none found');
}

/** Written bars may be of 6/8: which note a beat is, is not known. */
function metreText(song: MusicDescription): string {
  const [main, other] = song.meter_hypotheses ?? [];
  if (main && other) return `${song.meter}/4 (${percent(main.probability)})`;
  const isHeard = song.source === 'audio' || song.is_estimated === true;
  return isHeard ? `${song.meter}/4` : t('{{beats}} beats a bar', { beats: beatsABar(song) });
}

function factsOf(song: MusicDescription): Array<[string, string]> {
  const others = song.tempo_hypotheses.slice(1);
  const metres = song.meter_hypotheses ?? [];
  const tuning = Math.round(song.tuning_cents);
  const sung = song.melodies.vocal.length;
  const bars = soundingBars(song, song.duration_seconds).length;
  return [
    [
      t('Tempo'),
      [
        `${decimal(song.tempo_bpm, 1)} BPM`,
        ...others.map((other) =>
          t('or {{tempo}} ({{percent}})', {
            tempo: decimal(other.tempo_bpm, 1),
            percent: percent(other.probability),
          }),
        ),
      ].join(' '),
    ],
    [t('Meter'), [metreText(song), ...otherMetres(metres), t('{{count}} bars', { count: bars })].join(', ')],
    [t('Key'), keyText(song)],
    [
      t('Tuning'),
      tuning === 0
        ? 'A4 = 440 Hz'
        : t('{{cents}} cents', { cents: `${tuning > 0 ? '+' : '−'}${Math.abs(tuning)}` }),
    ],
    [t('Vocal melody'), sung === 0 ? t('none found') : t('{{count}} notes', { count: sung })],
    [t('Source'), sourceText(song)],
  ];
}
