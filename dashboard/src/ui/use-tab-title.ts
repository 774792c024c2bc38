/** Names the page in the browser's tab and history. */
import { useEffect } from 'react';

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Contrafact`;
    return () => {
      document.title = 'Contrafact';
    };
  }, [title]);
}
