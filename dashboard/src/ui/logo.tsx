import type { JSX } from 'react';

export function Logo(): JSX.Element {
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 10,
        fontWeight: 700,
        fontSize: '1.0625rem',
      }}
    >
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3a4fd0" />
        <g stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <path d="M7 13v6M12 9v14M17 12v8" />
          <path d="M22 7v18M27 13v6" opacity=".6" />
        </g>
      </svg>
      Contrafact
    </span>
  );
}
