import { z } from 'zod';
import { lyricLanguages } from '../../../domain/languages.js';
import type { JsonObject } from '../../../domain/task.js';
import { lyricText } from '../../schemas/dataset.js';
import { registerAudioTask } from '../../start/audio-task.js';
import type { Route } from '../../types.js';

const language = z
  .enum(lyricLanguages)
  .optional()
  .describe('A hint: the language that is sung; detected where absent');

const lyrics = lyricText
  .optional()
  .describe(
    'The words of the song, where they are known: they are aligned with the recording instead of transcribed, and get times ' +
      'of lines and words. Headings in square brackets are left out',
  );

/** Both spellings of the path are part of the interface. */
export const transcribeLyrics: Route = (server, dependencies) => {
  for (const [path, operationId] of [
    ['lyric-transcription', 'transcribeLyrics'],
    ['lyric_transcription', 'transcribeLyricsUnderscore'],
  ]) {
    registerAudioTask(server, dependencies, {
      url: `/api/v1/${path}/:model`,
      operation: 'lyric-transcription',
      operationId: operationId as string,
      tag: 'lyric-transcription',
      summary: 'Transcribe lyrics, with language and instrumental detection',
      modelParameter: 'model',
      fields: { language, lyrics },
      problems: [],
      async parameters(body): Promise<JsonObject> {
        const given = z.object({ language, lyrics }).parse(body);
        return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      },
    });
  }
};
