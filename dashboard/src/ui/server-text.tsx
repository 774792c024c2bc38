/** A sentence that the server wrote, in the language of the screen once its templates are loaded. */
import { type JSX, useEffect, useState } from 'react';
import { withSentences } from '../i18n/catalogues.js';

type Translate = (text: string) => string;

const templates = withSentences(() => import('../i18n/server-sentence.js'));
/** Once they are there: sentences that come later are drawn in the right language at once. */
let loaded: Translate | null = null;

export function ServerText({ text }: { text: string }): JSX.Element {
  const [translate, setTranslate] = useState<Translate | null>(() => loaded);
  useEffect(() => {
    templates().then(
      ({ serverSentence }) => {
        loaded = serverSentence;
        setTranslate(() => serverSentence);
      },
      // What it reports may be that nothing can be loaded. The next sentence tries again.
      () => {},
    );
  }, []);
  return <>{translate === null ? text : translate(text)}</>;
}
