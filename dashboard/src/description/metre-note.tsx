/** That a song may be heard in two metres, where its description is not certain of one; nothing else. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { MusicDescription } from '../api/contract.js';
import { descriptionQuery } from '../api/queries.js';
import { t } from '../i18n/t.js';
import { decimal, percent } from '../ui/format.js';

type Metres = MusicDescription['meter_hypotheses'];

/** `or 3/4 at 90.0 BPM (38 %)`, for each further metre. */
export const otherMetres = (metres: Metres): string[] =>
  metres.slice(1).map((other) =>
    t('or {{meter}}/4 at {{tempo}} BPM ({{percent}})', {
      meter: other.meter,
      tempo: decimal(other.tempo_bpm, 1),
      percent: percent(other.probability),
    }),
  );

export function MetreNote({ musicId, title }: { musicId: string; title: string }): JSX.Element | null {
  const { data } = useQuery(descriptionQuery(musicId));
  // Descriptions that were stored before there were two have none.
  const metres = data?.state === 'ready' ? (data.description.meter_hypotheses ?? []) : [];
  const [main] = metres;
  if (!main || metres.length < 2) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(
        'The metre of {{title}} is not certain: {{meter}}/4 ({{percent}}), {{others}}. Both were compared.',
        {
          title,
          meter: main.meter,
          percent: percent(main.probability),
          others: otherMetres(metres).join(', '),
        },
      )}
    </Text>
  );
}
