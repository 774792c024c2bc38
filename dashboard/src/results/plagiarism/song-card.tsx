/** One compared song: what its evidence amounts to, and its passages; the first ones open. */
import { type JSX, useMemo } from 'react';
import { scoresView } from '../../../../src/evidence-view/scores.js';
import type { ComparedSong } from '../../../../src/evidence-view/shared-evidence.js';
import { type SongViewOptions, songHeadView } from '../../../../src/evidence-view/song-view.js';
import type { PlagiarismMatch } from '../../api/contract.js';
import { t } from '../../i18n/t.js';
import { Passage } from './passage.js';
import { viewElements } from './view-elements.js';

const openPassages = 2;

export function SongCard(props: {
  song: ComparedSong;
  options: SongViewOptions;
  /** The documented match of its best passage; null below the threshold. */
  match: PlagiarismMatch | null;
  /** The submitted recording; null where it cannot be played. */
  musicId: string | null;
}): JSX.Element {
  const { song, options, match } = props;
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
      {song.passages.slice(0, openPassages).map(passage)}
      {rest.length > 0 && (
        <details>
          <summary>{t('More passages: {{count}}', { count: rest.length })}</summary>
          {rest.map(passage)}
        </details>
      )}
      {scores && viewElements(scores)}
    </article>
  );
}
