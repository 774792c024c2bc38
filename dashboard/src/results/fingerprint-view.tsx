import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import type { FingerprintCheckResult } from '../api/contract.js';
import { musicQuery } from '../api/queries.js';
import type { Task } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { Facts } from '../ui/facts.js';
import { decimal, rangeText } from '../ui/format.js';
import { titleOf } from '../ui/names.js';
import { AbPlayer } from './ab-player.js';
import { type MatchPlace, matchPlace, type Span } from './match-place.js';
import { NoAudio } from './no-audio.js';

/** A match: where in the registered song the recording lies, and both to listen to in turn at the same place. */
export default function FingerprintView({ task }: { task: Task }): JSX.Element | null {
  const result = task.result as FingerprintCheckResult;
  const matchedId = result.matched_music_id ?? '';
  const matched = useQuery({ ...musicQuery(matchedId), enabled: matchedId !== '' });
  if (!result.is_duplicate) return null;
  const place = matchPlace(task.detail, matchedId);
  return (
    <Stack gap="md">
      {place && <Place place={place} song={result.matched_musicname || matchedId} />}
      {task.music_id && matched.data && (
        <AbPlayer
          queryId={task.music_id}
          queryName={titleOf(task) ?? t('this recording')}
          matchedId={matchedId}
          matchedName={matched.data.title || matched.data.filename}
          place={place}
        />
      )}
      {matched.error && <NoAudio error={matched.error} onRetry={() => void matched.refetch()} />}
    </Stack>
  );
}

/** Never in powers of ten. */
const rare = (count: number): string =>
  serverSentence(count < 1e-6 ? 'fewer than 0.000001' : String(Number(count.toPrecision(2))));

/** Where the recording lies, in a sentence; the figures for those who ask. */
function Place({ place, song: title }: { place: MatchPlace; song: string }): JSX.Element {
  const { query, song } = place;
  const facts: Array<[string, string]> = [
    [t('Offset'), `${decimal(place.offsetSeconds, 2)} s`],
    [t('Speed'), `${decimal(place.speedFactor * 100, 1)} %`],
    [t('Pitch'), t('{{cents}} cents', { cents: place.pitchCents })],
    [
      t('Expected false matches'),
      place.expectedFalseMatches === null ? '–' : rare(place.expectedFalseMatches),
    ],
  ];
  return (
    <>
      {query && song && (
        <Text className="long">
          <Trans
            i18nKey={'{{query}} of this recording = {{song}} of <b>{{title}}</b>{{place}}'}
            components={{ b: <b /> }}
            values={{ query: range(query), song: range(song), title, place: changes(place) }}
          />
        </Text>
      )}
      <Facts facts={facts} />
    </>
  );
}

function semitonesApart(semitones: number): string {
  const by = decimal(Math.abs(semitones), 1);
  return semitones > 0 ? t('{{by}} semitones higher', { by }) : t('{{by}} semitones lower', { by });
}

/** What was done to the recording, where something was. */
function changes({ speedFactor, pitchCents }: MatchPlace): string {
  const change = Math.round((speedFactor - 1) * 1000) / 10;
  const percent = decimal(Math.abs(change), Number.isInteger(change) ? 0 : 1);
  const speed =
    Math.abs(change) < 0.3
      ? ''
      : ` · ${change > 0 ? t('sped up {{percent}} %', { percent }) : t('slowed down {{percent}} %', { percent })}`;
  const semitones = pitchCents / 100;
  const pitch = Math.abs(semitones) < 0.2 ? '' : ` · ${semitonesApart(semitones)}`;
  return speed + pitch;
}

const range = ({ start, end }: Span): string => rangeText(start, end);
