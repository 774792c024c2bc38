/** What an upload is accepted with, and its sender should know: codes to branch on, sentences to read. */

export const uploadWarningCodes = ['cut_off', 'tags_not_read'] as const;
type UploadWarningCode = (typeof uploadWarningCodes)[number];

export interface UploadWarning {
  readonly code: UploadWarningCode;
  readonly detail: string;
}

/** The file's headers promise more sound than it holds. `promisedSeconds` null: its end was not reached. */
export function cutOff(decodedSeconds: number, promisedSeconds: number | null): UploadWarning {
  const decoded = `${decodedSeconds.toFixed(1)} s of sound could be decoded`;
  return {
    code: 'cut_off',
    detail:
      promisedSeconds === null
        ? `Only ${decoded}: the file is damaged or cut off behind it. Analyses use what was decoded.`
        : `The file's header promises ${promisedSeconds.toFixed(1)} s, but only ${decoded}: it was probably cut off ` +
          'on its way. Analyses use what was decoded.',
  };
}

export const tagsNotRead: UploadWarning = {
  code: 'tags_not_read',
  detail:
    'The file has far more tags than music has: they were not read. The title is taken from the file name.',
};
