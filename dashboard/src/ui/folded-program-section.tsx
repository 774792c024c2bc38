/** The call of a page as a program makes it, folded away: for pages on which a person does the work. */
import { type JSX, lazy, useState } from 'react';
import { withSentences } from '../i18n/catalogues.js';
import { t } from '../i18n/t.js';
import { LazyPart } from './lazy-part.js';
import type { CallFacts } from './snippets.js';

// Most people never open it: its code comes when they do.
const ProgramCall = lazy(
  withSentences(async () => ({ default: (await import('./program-section.js')).ProgramCall })),
);

export function FoldedProgramSection({ facts }: { facts: CallFacts }): JSX.Element {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="developer" onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary>{t('Use the API')}</summary>
      <LazyPart>{wasOpened && <ProgramCall facts={facts} />}</LazyPart>
    </details>
  );
}
