/** The time of what is in sight. Dragging over it marks a passage, which can be repeated; a click takes the mark away. */
import { type JSX, type PointerEvent, useRef } from 'react';
import { t } from '../i18n/t.js';
import { clock } from './format.js';
import { placeOf, type VisibleTime } from './time-view.js';

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const maxTicks = 8;
/** Shorter drags are clicks. */
const shortestSeconds = 0.1;

export function TimeRuler(props: {
  visible: VisibleTime;
  marked: VisibleTime | null;
  onMark: (passage: VisibleTime | null) => void;
}): JSX.Element {
  const { visible, marked } = props;
  const from = useRef<number | null>(null);
  const length = visible.end - visible.start;
  const step = steps.find((one) => length / one <= maxTicks) ?? 3600;
  const first = Math.ceil(visible.start / step) * step;
  const ticks = Array.from(
    { length: Math.max(0, Math.floor((visible.end - first) / step) + 1) },
    (_, index) => first + index * step,
  );
  const timeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return visible.start + Math.min(1, Math.max(0, (event.clientX - left) / width)) * length;
  };
  const mark = (event: PointerEvent<HTMLElement>): void => {
    if (from.current === null) return;
    const at = timeOf(event);
    const passage = { start: Math.min(from.current, at), end: Math.max(from.current, at) };
    props.onMark(passage.end - passage.start < shortestSeconds ? null : passage);
  };
  const place = marked && placeOf(marked, visible);
  return (
    <div
      className="time-ruler"
      title={t('Drag to mark a passage')}
      onPointerDown={(event) => {
        from.current = timeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={mark}
      onPointerUp={(event) => {
        mark(event);
        from.current = null;
      }}
    >
      {place && <span className="time-marked" style={place} />}
      {ticks.map((tick) => (
        <span
          key={tick}
          className="time-tick"
          style={{ left: `${((tick - visible.start) / length) * 100}%` }}
        >
          {step < 1 ? tick.toFixed(1) : clock(tick)}
        </span>
      ))}
    </div>
  );
}
