/** Numbers and times as a person reads them. */
import { decimal } from '../../../src/evidence-view/translate.js';
import { screenLanguage, t } from '../i18n/t.js';

export { clock, lengthText, rangeText } from '../../../src/evidence-view/clock.js';
export { decimal };

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${rest >= 100 || unit === 0 ? Math.round(rest) : decimal(rest, 1)} ${units[unit]}`;
}

export function percent(value: number): string {
  return `${decimal(value * 100, value > 0.995 && value < 1 ? 1 : 0)} %`;
}

const relative = new Intl.RelativeTimeFormat(screenLanguage(), { numeric: 'auto' });
const steps: Array<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function ago(iso: string): string {
  const distance = (new Date(iso).getTime() - Date.now()) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(distance) >= size) return relative.format(Math.trunc(distance / size), unit);
  }
  return Math.abs(distance) < 5 ? t('just now') : relative.format(Math.trunc(distance), 'second');
}

export function dateTime(iso: string): string {
  return new Date(iso).toLocaleString(screenLanguage() === 'en' ? 'en-GB' : screenLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
}

export function usd(value: number): string {
  return `${decimal(value, 2)} USD`;
}

/** Whether a file holds written notes and no sound. */
export const isNotes = (format: string): boolean => format === 'midi';
