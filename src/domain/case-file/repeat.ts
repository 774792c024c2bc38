/** The commands by which whoever holds the files makes the result again. */
import type { OperationName } from '../operations.js';
import type { CaseFile } from './case-file.js';

/** Below /api/v1/, without the model. */
const paths: Readonly<Record<OperationName, string>> = {
  'fingerprint-check': 'fingerprint/check',
  'fingerprint-add': 'fingerprint/add',
  'fingerprint-scan': 'fingerprint/scan',
  'ai-detection': 'ai-detection',
  plagiarism: 'plagiarism',
  compare: 'compare',
  'lyric-plagiarism': 'lyric-plagiarism',
  'lyric-transcription': 'lyric-transcription',
};

export function repeatCommands({ operation, model, songs, dataset, versions }: CaseFile): string {
  const [song, other] = songs;
  const path = `/api/v1/${paths[operation]}${model === '' ? '' : `/${model}`}`;
  const inDataset = dataset ? `, dataset ${dataset.id}` : '';
  const lines = [
    `Install Contrafact ${versions[0]?.[1] ?? ''} and check the files: sha256sum must print the sums above.`,
    `Service: upload by POST /api/v1/music, then POST ${path}${inDataset}.`,
  ];
  const file = quoted(song?.filename ?? 'song');
  if (operation === 'compare') {
    lines.push(`Without a service: contrafact compare ${file} ${quoted(other?.filename ?? 'other')}`);
  } else if (operation === 'ai-detection' || operation === 'lyric-transcription') {
    lines.push(`Without a service: contrafact analyze ${file} --operation ${operation} --model ${model}`);
  }
  return lines.join('\n');
}

/** One argument for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
