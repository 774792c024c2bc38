/** One matching passage: chords and notes of both songs on one axis, and their sound. */
import { Button, Group, Text } from '@mantine/core';
import { type JSX, useContext } from 'react';
import { ChordStrip } from '../../ui/chord-strip.js';
import { keyLabel } from '../../ui/chords.js';
import { seconds } from '../../ui/format.js';
import type { PairedSegment, RollSide } from './compared-songs.js';
import { PairedRolls } from './paired-rolls.js';
import { SidesContext, type SideWords } from './sides.js';
import { type PairPlayer, type SideName, usePairPlayer } from './use-pair-player.js';

export interface SegmentPairProps {
  segment: PairedSegment;
  titles: Readonly<Record<SideName, string>>;
  keys: Readonly<Record<SideName, string>>;
  /** Null where there is no recording to play. */
  musicIds: Readonly<Record<SideName, string | null>>;
}

export function SegmentPair({ segment, titles, keys, musicIds }: SegmentPairProps): JSX.Element {
  const player = usePairPlayer(segment, musicIds);
  const sides = useContext(SidesContext);
  return (
    <div>
      <SideHead
        name={sides.original.head}
        title={titles.original}
        keyName={keys.original}
        side={segment.original}
      />
      <ChordStrip
        chords={segment.original.chords}
        keyName={keys.original}
        label={sides.original.inSentence}
      />
      <div className="roll-box">
        <PairedRolls segment={segment} />
        <div className="roll-cursor" style={{ left: `${player.fraction * 100}%` }} />
        <input
          type="range"
          aria-label="Place in the passage"
          aria-valuetext={seconds(
            segment.original.startSeconds +
              player.fraction * (segment.original.endSeconds - segment.original.startSeconds),
          )}
          min={0}
          max={1}
          step={0.005}
          value={player.fraction}
          onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <ChordStrip
        chords={segment.comparison.chords}
        keyName={keys.comparison}
        label={sides.comparison.inSentence}
      />
      <SideHead
        name={sides.comparison.head}
        title={titles.comparison}
        keyName={keys.comparison}
        side={segment.comparison}
      />
      <PlayButtons player={player} />
      <Text size="sm" c="dimmed" my="xs">
        {matchWords(segment, sides)} {soundWords(musicIds, player, sides)}
      </Text>
    </div>
  );
}

function SideHead(props: { name: string; title: string; keyName: string; side: RollSide }): JSX.Element {
  const { startSeconds, endSeconds } = props.side;
  return (
    <Text size="sm" className="long" my={4}>
      <Text span size="sm" c="dimmed">
        {props.name}{' '}
      </Text>
      <b>{props.title}</b>{' '}
      <Text span size="sm" c="dimmed">
        {props.side.bars && `${props.side.bars}, `}
        {seconds(startSeconds)} to {seconds(endSeconds)}
        {props.keyName && ` · ${keyLabel(props.keyName)}`}
      </Text>
    </Text>
  );
}

type Sides = Readonly<Record<SideName, SideWords>>;

function PlayButtons({ player }: { player: PairPlayer }): JSX.Element {
  const sides = useContext(SidesContext);
  const choices = [
    ['original', sides.original.play],
    ['comparison', sides.comparison.play],
    ['both', 'Play both'],
  ] as const;
  return (
    <Group gap="xs" mt="xs">
      {choices.map(([which, label]) => (
        <Button
          key={which}
          size="xs"
          variant={player.playing === which ? 'filled' : 'default'}
          aria-pressed={player.playing === which}
          onClick={() => player.play(which)}
        >
          {label}
        </Button>
      ))}
      <Button size="xs" variant="subtle" disabled={player.playing === null} onClick={player.stop}>
        Stop
      </Button>
    </Group>
  );
}

function matchWords({ matched, transposition: semitones }: PairedSegment, sides: Sides): string {
  const notes = `${matched.length} ${matched.length === 1 ? 'note matches' : 'notes match'}`;
  if (semitones === 0) return `${notes}, at the same pitch or whole octaves apart.`;
  const apart = Math.abs(semitones) === 1 ? 'semitone' : 'semitones';
  return `${notes}, ${Math.abs(semitones)} ${apart} ${semitones > 0 ? 'higher' : 'lower'} in ${sides.comparison.inSentence}.`;
}

function soundWords(musicIds: SegmentPairProps['musicIds'], { broken }: PairPlayer, sides: Sides): string {
  const silent = (side: SideName): boolean => musicIds[side] === null || broken.includes(side);
  const [original, comparison] = [silent('original'), silent('comparison')];
  if (original && comparison) return 'There is no recording of either here: a synthesiser plays the notes.';
  if (!original && !comparison) return '';
  const { inSentence } = sides[original ? 'original' : 'comparison'];
  return `There is no recording of ${inSentence} here: a synthesiser plays its notes.`;
}
