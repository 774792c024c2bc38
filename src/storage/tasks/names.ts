/** What a task is about, in words for lists that join `tasks`: an id names no song. */
import { sql } from 'kysely';

/** The recording's title, as tags or a person gave it; its file where the title was taken from that; or the title of lyrics. */
export const taskSubject = sql<string | null>`coalesce(
  (select own.title from music own
    where own.id = tasks.music_id and own.account_id = tasks.account_id and own.title <> ''
      and own.title <> regexp_replace(own.filename, '[.][^.]*$', '')),
  tasks.filename, tasks.parameters->>'song_title')`;

/** The second song or lyric of a comparison: as the request names it, else the recording's, else as it was compared. */
export const otherSubject = sql<string | null>`coalesce(
  tasks.parameters #>> '{other_song,title}',
  tasks.parameters->>'other_song_title',
  (select coalesce(nullif(other.title, ''), other.filename) from music other
    where other.id = tasks.parameters->>'other_music_id' and other.account_id = tasks.account_id),
  case when tasks.operation = 'compare' then tasks.detail #>> '{songs,0,title}' end)`;
