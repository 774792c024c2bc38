import { z } from 'zod';
import { ReceivedFile } from '../upload/received-file.js';

/** The part `file` of a multipart form. */
export const fileField = z
  .custom<ReceivedFile>((value) => value instanceof ReceivedFile, 'A file is required in the part `file`.')
  .meta({
    type: 'string',
    format: 'binary',
    description: 'mp3, wav, flac, m4a, aac, ogg or MIDI, judged by its content',
  });
