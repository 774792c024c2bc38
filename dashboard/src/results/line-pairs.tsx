import { Text } from '@mantine/core';
import { type CSSProperties, Fragment, type JSX } from 'react';
import { t } from '../i18n/t.js';
import { decimal } from '../ui/format.js';

export interface LinePair {
  left: string;
  right: string;
  /** 0 … 1 */
  similarity: number;
}

/** Lines of the submitted lyrics, each tied to the one of the other song that it is like. */
export function LinePairs({ pairs }: { pairs: readonly LinePair[] }): JSX.Element {
  return (
    <div className="pairs">
      {pairs.map(({ left, right, similarity }) => (
        <Fragment key={`${left}\n${right}`}>
          <Line text={left} strength={similarity} />
          <div className="tie" style={{ '--strength': similarity } as CSSProperties}>
            <span className="tie-value" title={t('Similarity')}>
              {decimal(similarity, 2)}
            </span>
          </div>
          <Line text={right} strength={similarity} />
        </Fragment>
      ))}
    </div>
  );
}

function Line(props: { text: string; strength: number }): JSX.Element {
  const share = Math.round(8 + 22 * props.strength);
  return (
    <Text
      size="sm"
      className="line long"
      dir="auto"
      style={{
        background: `color-mix(in srgb, var(--mantine-primary-color-filled) ${share}%, transparent)`,
      }}
    >
      {props.text}
    </Text>
  );
}
