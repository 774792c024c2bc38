/** Line icons, 20 × 20, drawn here so that no icon font is needed. Decorative: the text beside them says it. */
import type { JSX } from 'react';

const paths = {
  bell: 'M10 3a4.5 4.5 0 0 0-4.5 4.5V11L4 14h12l-1.5-3V7.5A4.5 4.5 0 0 0 10 3Zm-1.5 11a1.5 1.5 0 0 0 3 0',
  start: 'M10 3v10m0-10L6 7m4-4 4 4M4 14v2a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-2',
  compare: 'M3 5h8m-8 3h5m4 7h5m-8-3h8M14 3v6m0-6-2 2m2-2 2 2M6 17v-6m0 6-2-2m2 2 2-2',
  library: 'M7 15V4l9-2v11M7 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0Zm9-2a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  tasks: 'M3 5h2m3 0h9M3 10h2m3 0h9M3 15h2m3 0h9',
  callback:
    'M8 12a4 4 0 0 1 0-5.6l2-2A4 4 0 0 1 15.600 10l-1 1M12 8a4 4 0 0 1 0 5.600l-2 2A4 4 0 0 1 4.400 10l1-1',
  deliveries: 'M17 3 9 11m8-8-5 14-3-6-6-3 14-5Z',
  keys: 'M8.500 11.500 16 4m-2 2 2 2m-4 0 1.500 1.500M9 14a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  usage: 'M4 16V9m4 7V4m4 12v-5m4 5V7',
  datasets:
    'M3 5c0-1.100 3-2 7-2s7 .9 7 2-3 2-7 2-7-.9-7-2Zm0 0v10c0 1.100 3 2 7 2s7-.9 7-2V5M3 10c0 1.100 3 2 7 2s7-.9 7-2',
  members:
    'M7.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5 8a5 5 0 0 1 10 0M13 3.500a3 3 0 0 1 0 5.500m1.500 3.500A5 5 0 0 1 17.500 17',
  instance: 'M4 3h12v5H4zM4 12h12v5H4zM7 5.500h.01M7 14.500h.01',
  profile: 'M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-7 7a7 7 0 0 1 14 0',
  sun: 'M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM10 1.500v2m0 13v2m8.500-8.500h-2m-13 0h-2m14.500-6-1.400 1.400M5.400 14.600 4 16m12 0-1.400-1.400M5.400 5.400 4 4',
  moon: 'M16.500 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.500 8.500Z',
  copy: 'M7 7V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-3M4 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z',
  check: 'm4 10.500 4 4 8-9',
  alert: 'M10 3 2.500 16.500h15zM10 8v4m0 2h.01',
  question: 'M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700m0 3h.01',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.300-1.700L17.500 17.500',
  empty: 'M4 10h12',
  play: 'M6 4v12l10-6z',
  pause: 'M7 4v12M13 4v12',
  docs: 'M5 2h7l4 4v12H5zM12 2v4h4M8 10h5m-5 3h5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={name === 'play' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
