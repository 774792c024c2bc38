import { Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { LyricPlagiarismResult } from '../api/contract.js';
import type { Task } from '../api/types.js';
import { serverSentence } from '../i18n/server-sentence.js';
import { t } from '../i18n/t.js';
import { decimal } from '../ui/format.js';
import { type Fields, fields, list, number, text } from './fields.js';
import { LinePairs } from './line-pairs.js';
import { Phonetic } from './phonetic.js';
import { SongLink } from './song-link.js';

/** The submitted lyrics on the left, the matched song on the right, matching lines tied by their similarity. */
export default function LyricsView({ task }: { task: Task }): JSX.Element {
  const { top_matches: matches } = task.result as LyricPlagiarismResult;
  const detail = fields(task.detail);
  // In the order of the matches; how lines sound is shown of the first few.
  const found = list(detail.matches).map(fields);
  const songIds = found.map((match) => text(match.song_id));
  const searchedDatasetId = task.dataset_id;
  const phonetic = new Map(
    list(fields(detail.phonetic).matches)
      .map(fields)
      .map((sounds) => [text(sounds.song_id), sounds]),
  );
  return (
    <Stack gap="md">
      <SungWords transcription={fields(detail.transcription)} />
      {text(detail.assessment) === 'insufficient distinctive text' && (
        <Text>{t('These lyrics hold nothing but stock phrases: there is too little to compare.')}</Text>
      )}
      {matches.length === 0 && text(fields(detail.verdict).finding) !== 'cannot_tell' && (
        <Text c="dimmed">{t('No song of the database says the same.')}</Text>
      )}
      {matches.map((match, place) => {
        const sounds = phonetic.get(songIds[place] ?? '');
        return (
          <article key={match.rank} className="card" style={{ padding: '1rem' }}>
            <Group justify="space-between" mb="sm" gap="xs">
              <Text fw={600} className="long">
                {match.rank}.{' '}
                <SongLink
                  match={{
                    title: match.title,
                    artist: match.artist,
                    musicId: null,
                    songId: songIds[place] || null,
                    datasetId: text(found[place]?.dataset_id) || null,
                    link: null,
                  }}
                  searchedDatasetId={searchedDatasetId}
                />{' '}
                {match.year && `(${match.year})`}
              </Text>
              <Text size="sm" c="dimmed">
                {t(
                  'Overall {{combinedscore}} · Whole text {{paragraphscore}} · Best passage {{sentencescore}}',
                  {
                    combinedscore: decimal(match.combined_score, 2),
                    paragraphscore: decimal(match.paragraph_score, 2),
                    sentencescore: decimal(match.sentence_score, 2),
                  },
                )}
              </Text>
            </Group>
            <LinePairs
              pairs={match.similar_parts.map((part) => ({
                left: part.query_sentence,
                right: part.target_sentence,
                similarity: part.similarity,
              }))}
            />
            {sounds && <Phonetic sounds={sounds} />}
          </article>
        );
      })}
      <Engines detail={detail} />
    </Stack>
  );
}

/** What was recognised in a recording, so that a person can judge a match, or its absence, by it. */
function SungWords({ transcription }: { transcription: Fields }): JSX.Element | null {
  const lyrics = text(transcription.lyrics);
  if (lyrics === '') return null;
  return (
    <details>
      <summary>{t('Words recognised in the recording')}</summary>
      <Text size="sm" className="long" dir="auto" mt="xs" style={{ whiteSpace: 'pre-line' }}>
        {lyrics}
      </Text>
    </details>
  );
}

/** Which models compared what; what they cannot do stands in the verdict. */
function Engines({ detail }: { detail: Fields }): JSX.Element {
  const engines = list(detail.engines).map(fields);
  const [compared, skipped] = [number(detail.lines_compared), number(detail.lines_skipped)];
  return (
    <Text size="sm" c="dimmed" className="long" maw="56rem" component="div">
      {engines.map((engine) => (
        <div key={text(engine.name)}>
          {engine.name === 'semantic' ? t('Meaning') : t('Wording')}: {serverSentence(text(engine.model))}
        </div>
      ))}
      {compared !== null && (
        <div>
          {t('{{count}} lines compared.', { count: compared })}
          {skipped ? ` ${t('Left out because they hold no words: {{skipped}}.', { skipped })}` : ''}
        </div>
      )}
    </Text>
  );
}
