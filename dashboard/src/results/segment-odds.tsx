/** Log-odds of each segment on the waveform's own time axis, with the threshold of the whole track. */

import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { t } from '../i18n/t.js';
import { seconds } from '../ui/format.js';
import type { Evidence } from './spectrum-data.js';

const height = 56;

export function SegmentOdds(props: { segments: Evidence['segments']; threshold: number }): JSX.Element {
  const { segments, threshold } = props;
  const values = [...segments.map(({ logOdds }) => logOdds), threshold];
  const from = Math.min(-4, ...values);
  const to = Math.max(...values) + 1;
  const share = (value: number): number => (100 * (value - from)) / (to - from);
  return (
    <figure className="under-waveform" style={{ marginBottom: 0 }}>
      <Text size="xs" c="dimmed" component="figcaption">
        {t('Log-odds by segment, {{from}} to {{to}}; dashed: threshold of the track, {{threshold}}', {
          from: from.toFixed(0),
          to: to.toFixed(0),
          threshold: threshold.toFixed(1),
        })}
      </Text>
      <div
        style={{ display: 'flex', alignItems: 'flex-end', gap: 1, height, position: 'relative' }}
        role="img"
        aria-label={t('{{found}} of {{segments}} segments with traces found', {
          found: segments.filter(({ found }) => found).length,
          segments: segments.length,
        })}
      >
        {segments.map(({ start, end, logOdds, found }) => (
          <span
            key={start}
            title={`${seconds(start)}–${seconds(end)}: ${logOdds.toFixed(1)}, ${found ? t('traces found') : t('no traces found')}`}
            style={{
              flexGrow: end - start,
              flexBasis: 0,
              height: `${Math.max(2, share(logOdds))}%`,
              background: `var(--mantine-color-${found ? 'orange' : 'green'}-6)`,
            }}
          />
        ))}
        <span
          style={{
            position: 'absolute',
            left: 0,
            right: 0,
            bottom: `${share(threshold)}%`,
            borderTop: '1.5px dashed var(--mantine-color-orange-8)',
          }}
        />
      </div>
    </figure>
  );
}
