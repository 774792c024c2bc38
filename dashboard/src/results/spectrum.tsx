import { t } from '../i18n/t.js';
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type JSX, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { decimal } from '../ui/format.js';
import type { SpectrumEvidence } from './spectrum-data.js';

/** How far each frequency stands above its neighbours, with the lines that were found marked. */
export function Spectrum({ spectrum }: { spectrum: SpectrumEvidence }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = box.current;
    if (!element || !scheme) return;
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--mantine-color-dimmed').trim();
    const line = style.getPropertyValue('--line').trim();
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: 260,
        legend: { show: false },
        scales: { x: { time: false } },
        axes: [
          { ...axis, values: (_chart, marks) => marks.map((hz) => `${decimal(hz / 1000, 1)} kHz`) },
          {
            ...axis,
            values: (_chart, marks) => marks.map(String),
            size: 44,
            label: t('standard deviations'),
            labelSize: 22,
            labelFont: '12px sans-serif',
          },
        ],
        series: [{}, { stroke: style.getPropertyValue('--wave-played').trim(), width: 1 }],
        hooks: { draw: [(drawn) => markLines(drawn, spectrum.linesHz)] },
      },
      [spectrum.frequencyHz, spectrum.contrast],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: 260 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [spectrum, scheme]);
  return (
    <div
      className="card chart"
      ref={box}
      style={{ padding: '0.5rem' }}
      role="img"
      aria-label={t('Spectrum with {{linesHz}} marked lines', { linesHz: spectrum.linesHz.length })}
    />
  );
}

function markLines(chart: uPlot, linesHz: readonly number[]): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = '#f08c00';
  ctx.setLineDash([4, 4]);
  for (const hz of linesHz) {
    const x = chart.valToPos(hz, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
