/** What all analyses of a recording found, on the time of its waveform. A click on a stretch marks it and goes there. */
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { JSX } from 'react';
import { taskQuery } from '../api/queries.js';
import type { TaskRow } from '../api/types.js';
import { t } from '../i18n/t.js';
import { clock, rangeText } from '../ui/format.js';
import { operationWords } from '../ui/operations.js';
import { placeOf, type VisibleTime } from '../ui/time-view.js';
import { laneOf, type Stretch, stretchKey } from './song-evidence.js';

export function EvidenceLanes(props: {
  /** The latest ended task of each analysis. */
  tasks: readonly TaskRow[];
  /** What of the recording is in sight above. */
  visible: VisibleTime;
  onSelect: (stretch: Stretch) => void;
}): JSX.Element | null {
  const answers = useQueries({ queries: props.tasks.map(({ id }) => taskQuery(id)) });
  const lanes = answers.flatMap(({ data }) => (data?.status === 'success' ? (laneOf(data) ?? []) : []));
  if (lanes.length === 0) return null;
  return (
    <section aria-label={t('Evidence over time')} className="under-waveform">
      {lanes.map(({ operation, stretches }) => (
        <div key={operation} className="lane-row">
          <Text size="xs" c="dimmed">
            {operationWords[operation].label}
          </Text>
          <div className="lane-track">
            {stretches.map((stretch) => {
              const place = placeOf(stretch, props.visible);
              return (
                place && (
                  <button
                    key={stretchKey(stretch)}
                    type="button"
                    className={`lane-stretch lane-${operation}`}
                    style={place}
                    title={`${stretch.title}, ${rangeText(stretch.start, stretch.end)}`}
                    aria-label={t('{{label}}: {{title}}, from {{start}} to {{end}}', {
                      label: operationWords[operation].label,
                      title: stretch.title,
                      start: clock(stretch.start),
                      end: clock(stretch.end),
                    })}
                    onClick={() => props.onSelect(stretch)}
                  />
                )
              );
            })}
          </div>
        </div>
      ))}
    </section>
  );
}
