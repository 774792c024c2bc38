/** A passage of the shared view, with both songs' sound: each alone, both together, from wherever one clicks. */
import { Button, Group, Text } from '@mantine/core';
import { type JSX, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import type {
  ComparedSong,
  Passage as SharedPassage,
} from '../../../../src/evidence-view/shared-evidence.js';
import { passageView, type SongViewOptions } from '../../../../src/evidence-view/song-view.js';
import type { SideName } from '../../../../src/evidence-view/time-axis.js';
import { t } from '../../i18n/t.js';
import { clock } from '../../ui/format.js';
import { type PairPlayer, usePairPlayer } from './use-pair-player.js';
import { viewElements } from './view-elements.js';

export interface PassageProps {
  song: ComparedSong;
  passage: SharedPassage;
  options: SongViewOptions;
  /** Null where there is no recording to play. */
  musicIds: Readonly<Record<SideName, string | null>>;
}

export function Passage({ song, passage, options, musicIds }: PassageProps): JSX.Element {
  const player = usePairPlayer(passage, musicIds);
  const view = useMemo(
    () => passageView(song, passage, options, (side) => (hasSound(passage, musicIds, side) ? {} : null)),
    [song, passage, options, musicIds],
  );
  const play = (event: MouseEvent): void => {
    const side = (event.target as Element).closest<HTMLElement>('[data-play]')?.dataset.play as
      | SideName
      | undefined;
    if (side !== undefined) player.play(side);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are buttons, drawn by the shared view
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={play}>
      {viewElements(view, { roll: <RollSlider player={player} passage={passage} /> })}
      <Controls player={player} />
      <SoundNote words={soundWords(musicIds, player, song, options)} />
    </div>
  );
}

const hasSound = (passage: SharedPassage, musicIds: PassageProps['musicIds'], side: SideName): boolean =>
  musicIds[side] !== null || passage[side].notes.length > 0;

/** The whole picture is the slider: a click on a song's notes plays it from there, arrows move the place. */
function RollSlider({ player, passage }: { player: PairPlayer; passage: SharedPassage }): ReactNode {
  const at = useRef(player.fraction);
  const { startSeconds, endSeconds } = passage.original;
  return (
    <>
      <div className="roll-cursor" style={{ left: `${player.fraction * 100}%` }} />
      <input
        type="range"
        className="roll-slider"
        aria-label={t('Place in the passage')}
        aria-valuetext={clock(startSeconds + player.fraction * (endSeconds - startSeconds))}
        min={0}
        max={1}
        step={0.005}
        value={player.fraction}
        onChange={(event) => {
          at.current = event.currentTarget.valueAsNumber;
          player.seek(at.current);
        }}
        onClick={(event) => {
          // Of the keyboard's clicks there are none here; a pointer stands over one of the two songs.
          const box = event.currentTarget.getBoundingClientRect();
          player.play(event.clientY < box.top + box.height / 2 ? 'original' : 'comparison');
        }}
      />
    </>
  );
}

function Controls({ player }: { player: PairPlayer }): JSX.Element {
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="xs"
        variant={player.playing === 'both' ? 'filled' : 'default'}
        aria-pressed={player.playing === 'both'}
        onClick={() => player.play('both')}
      >
        {t('Play both')}
      </Button>
      <Button size="xs" variant="subtle" disabled={player.playing === null} onClick={player.stop}>
        {t('Stop')}
      </Button>
    </Group>
  );
}

function SoundNote({ words }: { words: string }): JSX.Element | null {
  if (words === '') return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {words}
    </Text>
  );
}

function soundWords(
  musicIds: PassageProps['musicIds'],
  { broken }: PairPlayer,
  song: ComparedSong,
  { submitted }: SongViewOptions,
): string {
  const silent = (side: SideName): boolean => musicIds[side] === null || broken.includes(side);
  const [original, comparison] = [silent('original'), silent('comparison')];
  if (original && comparison)
    return t('No recording of either song is stored here: a synthesiser plays the notes.');
  if (!original && !comparison) return '';
  return t('No recording of {{title}} is stored here: a synthesiser plays its notes.', {
    title: original ? submitted : song.title,
  });
}
