/** A sentence that the server wrote, in the language of the screen once its templates are loaded. */
import { type JSX, lazy, Suspense } from 'react';
import { withSentences } from '../i18n/catalogues.js';

interface Given {
  readonly text: string;
}

const Translated = lazy(
  withSentences(async () => {
    try {
      const { serverSentence } = await import('../i18n/server-sentence.js');
      return { default: ({ text }: Given) => serverSentence(text) };
    } catch {
      // What it reports may be that nothing can be loaded.
      return { default: ({ text }: Given) => text };
    }
  }),
);

export function ServerText({ text }: Given): JSX.Element {
  return (
    <Suspense fallback={text}>
      <Translated text={text} />
    </Suspense>
  );
}
