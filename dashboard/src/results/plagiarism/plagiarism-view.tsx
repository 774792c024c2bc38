import { Button, Stack, Text, Title } from '@mantine/core';
import { type JSX, useMemo } from 'react';
import { type ComparedSong, sharedEvidence } from '../../../../src/evidence-view/shared-evidence.js';
import type { SongViewOptions } from '../../../../src/evidence-view/song-view.js';
import { evidenceStyles } from '../../../../src/evidence-view/style.js';
import { translateReportedWith } from '../../../../src/evidence-view/translate.js';
import type { PlagiarismMatch, PlagiarismResult } from '../../api/contract.js';
import type { Task } from '../../api/types.js';
import { MetreNote } from '../../description/metre-note.js';
import { serverSentence } from '../../i18n/server-sentence.js';
import { t } from '../../i18n/t.js';
import { pageNonce } from '../../nonce.js';
import { titleOf } from '../../ui/names.js';
import { fields, text } from '../fields.js';
import { SongCard } from './song-card.js';

translateReportedWith(serverSentence);

const searchRoles = { original: t('Submitted'), comparison: t('Dataset') };
const pairRoles = { original: t('First song'), comparison: t('Second song') };

/** Every song of the detail by what was found of it, in the order of the detail: the component that reports show as a page of their own. */
export default function PlagiarismView({ task }: { task: Task }): JSX.Element {
  const detail = fields(task.detail);
  const evidence = useMemo(() => sharedEvidence(task.detail as never), [task.detail]);
  // Notes make no sound of their own.
  const musicId = text(detail.source) === 'midi' ? null : task.music_id;
  const isPair = task.operation === 'compare';
  const { signature } = task.result as PlagiarismResult;
  const submitted = signature[0]?.original.title || (titleOf(task) ?? t('The submitted song'));
  const options = useMemo(
    (): SongViewOptions => ({ submitted, roles: isPair ? pairRoles : searchRoles, evidence }),
    [submitted, isPair, evidence],
  );
  const of = (finding: ComparedSong['finding']): ComparedSong[] =>
    evidence.songs.filter((song) => song.finding === finding);
  const [found, possible] = [of('found'), of('possible')];
  // Of songs that could not be compared nothing is known: not that they do not match either.
  const others = task.verdict?.finding === 'cannot_tell' ? [] : of('not_found');
  const [first] = [...found, ...possible, ...others];
  // Songs may share a title: the matches of one title stand in the order of its songs.
  const matchOf = (song: ComparedSong): PlagiarismMatch | null => {
    const place = found.filter(({ title }) => title === song.title).indexOf(song);
    return signature.filter(({ comparison }) => comparison.title === song.title)[place] ?? null;
  };
  const card = (song: ComparedSong): JSX.Element => (
    <SongCard
      key={song.songId}
      song={song}
      options={options}
      isFirst={song === first}
      match={found.includes(song) ? matchOf(song) : null}
      musicId={musicId}
    />
  );
  return (
    <Stack gap="lg">
      <style nonce={pageNonce()}>{evidenceStyles}</style>
      {task.music_id !== null && <MetreNote musicId={task.music_id} title={submitted} />}
      {found.map(card)}
      {possible.length > 0 && (
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('Possible match')}
          </Title>
          <Stack gap="md">{possible.map(card)}</Stack>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <Title order={2} size="h4" mb={4}>
            {t('No match')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm" maw="46rem">
            {t('Below the reporting threshold. Unrelated songs share about as much.')}
          </Text>
          <Stack gap="md">{others.map(card)}</Stack>
        </section>
      )}
      {isPair && (
        <Button
          component="a"
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          href={`/dashboard/api/tasks/${task.id}/report.html`}
          download
        >
          {t('Download as a page (.html)')}
        </Button>
      )}
    </Stack>
  );
}
