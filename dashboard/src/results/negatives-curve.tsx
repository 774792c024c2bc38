/** Where a recording stands: how many recordings and signals without a generator reach its odds, and the threshold. */

import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { Trans } from 'react-i18next';
import { t } from '../i18n/t.js';
import type { OddsEvidence } from './spectrum-data.js';

const width = 720;
const height = 200;
const margin = { left: 54, right: 12, top: 12, bottom: 40 };
const powers = [3, 2, 1, 0, -1];

/** Of 1,000 recordings and signals without a generator, how many have these log-odds or more. */
function negativesAtLeast(
  { negativeDeciles: deciles, negativeTailDecay }: OddsEvidence,
  logOdds: number,
): number {
  const last = deciles.length - 1;
  if (logOdds >= deciles[last]!) return 100 * Math.exp((deciles[last]! - logOdds) / negativeTailDecay);
  const below = deciles.findIndex((decile) => decile > logOdds) - 1;
  if (below < 0) return 1000;
  const [from, to] = [deciles[below]!, deciles[below + 1]!];
  return 1000 - 100 * (below + (logOdds - from) / Math.max(1e-9, to - from));
}

export function NegativesCurve({ odds }: { odds: OddsEvidence }): JSX.Element {
  const { logOdds, threshold, negativeDeciles, casesWithoutGenerator } = odds;
  const from = Math.floor(Math.min(negativeDeciles[0]!, logOdds) - 1);
  const to = Math.ceil(Math.max(threshold, logOdds) + 1);
  const x = (value: number): number =>
    margin.left + ((width - margin.left - margin.right) * (value - from)) / (to - from);
  const y = (power: number): number =>
    margin.top + ((height - margin.top - margin.bottom) * (3 - Math.max(-1, power))) / 4;
  const foot = y(-1);
  const curve = Array.from({ length: 121 }, (_, index) => {
    const at = from + ((to - from) * index) / 120;
    return `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(Math.log10(Math.max(0.01, negativesAtLeast(odds, at)))).toFixed(1)}`;
  }).join('');
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (tick) => tick % Math.max(1, Math.ceil((to - from) / 12)) === 0,
  );
  const [green, orange, blue] = ['green-7', 'orange-7', 'blue-7'].map(
    (name) => `var(--mantine-color-${name})`,
  );
  return (
    <figure className="card" style={{ margin: '0 0 0.75rem', padding: '0.75rem 1rem' }}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{
          display: 'block',
          width: '100%',
          maxWidth: width * 1.1,
          margin: '0 auto',
          fontSize: 11,
          fill: 'var(--mantine-color-dimmed)',
        }}
        role="img"
        aria-label={t(
          'Log-odds {{logOdds}}, threshold {{threshold}}, and the curve of recordings without a generator',
          { logOdds: logOdds.toFixed(1), threshold: threshold.toFixed(1) },
        )}
      >
        {powers.map((power) => (
          <g key={power}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(power)}
              y2={y(power)}
              stroke="var(--line)"
            />
            <text x={margin.left - 6} y={y(power) + 4} textAnchor="end">
              {10 ** power}
            </text>
          </g>
        ))}
        {ticks.map((tick) => (
          <text key={tick} x={x(tick)} y={foot + 15} textAnchor="middle">
            {tick}
          </text>
        ))}
        <text x={(margin.left + width) / 2} y={height - 6} textAnchor="middle">
          {t('log-odds of a decoder')}
        </text>
        <text transform={`translate(12 ${(margin.top + foot) / 2}) rotate(-90)`} textAnchor="middle">
          {t('of 1,000 without a generator')}
        </text>
        <path d={curve} fill="none" stroke={green} strokeWidth={2} />
        <line
          x1={x(threshold)}
          x2={x(threshold)}
          y1={y(3)}
          y2={foot}
          stroke={orange}
          strokeWidth={2}
          strokeDasharray="6 4"
        />
        <line x1={x(logOdds)} x2={x(logOdds)} y1={y(3)} y2={foot} stroke={blue} strokeWidth={2.5} />
      </svg>
      <Text size="xs" c="dimmed" component="figcaption">
        <Trans
          i18nKey={
            '<span>Green</span>: of 1,000 without a generator, how many reach as much. Measured on {{casesWithoutGenerator}} recordings and signals without a generator. <span2>Dashed</span2>: threshold. <span3>Blue</span3>: this recording.'
          }
          components={{
            span: <span style={{ borderBottom: `3px solid ${green}` }} />,
            span2: <span style={{ borderBottom: `3px solid ${orange}` }} />,
            span3: <span style={{ borderBottom: `3px solid ${blue}` }} />,
          }}
          values={{ casesWithoutGenerator }}
        />
      </Text>
    </figure>
  );
}
