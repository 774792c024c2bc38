/** One compared song: what its evidence amounts to, and its passages; the first ones open, and drawn when they come near. */
import { type JSX, useMemo, useState } from 'react';
import { scoresView } from '../../../../src/evidence-view/scores.js';
import type { ComparedSong } from '../../../../src/evidence-view/shared-evidence.js';
import { type SongViewOptions, songHeadView } from '../../../../src/evidence-view/song-view.js';
import type { PlagiarismMatch } from '../../api/contract.js';
import { t } from '../../i18n/t.js';
import { WhenNear } from '../../ui/when-near.js';
import { Passage } from './passage.js';
import { viewElements } from './view-elements.js';

const openPassages = 2;
/** Of a passage with both rolls. */
const passageHeight = 420;

export function SongCard(props: {
  song: ComparedSong;
  options: SongViewOptions;
  /** The documented match of its best passage; null below the threshold. */
  match: PlagiarismMatch | null;
  /** Whether it is at the top of the page. */
  isFirst: boolean;
  /** The submitted recording; null where it cannot be played. */
  musicId: string | null;
}): JSX.Element {
  const { song, options, match, isFirst } = props;
  const [wasOpened, setWasOpened] = useState(false);
  const musicIds = useMemo(
    () => ({ original: props.musicId, comparison: song.musicId }),
    [props.musicId, song.musicId],
  );
  // The contract's type knows the scores as numbers by name, as the view reads them, under another name.
  const scores = scoresView(match?.scores as never);
  const passage = (one: ComparedSong['passages'][number], index: number): JSX.Element => (
    <Passage key={index} song={song} passage={one} options={options} musicIds={musicIds} />
  );
  const rest = song.passages.slice(openPassages);
  return (
    <article className="card ev" style={{ padding: '1rem' }}>
      {viewElements(songHeadView(song))}
      {song.passages.slice(0, openPassages).map((one, index) =>
        isFirst && index === 0 ? (
          passage(one, index)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a passage is known by its place
          <WhenNear key={index} height={passageHeight}>
            {() => passage(one, index)}
          </WhenNear>
        ),
      )}
      {rest.length > 0 && (
        <details onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
          <summary>{t('More passages: {{count}}', { count: rest.length })}</summary>
          {wasOpened && rest.map(passage)}
        </details>
      )}
      {scores && viewElements(scores)}
    </article>
  );
}
