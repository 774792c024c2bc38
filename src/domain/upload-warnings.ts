/** What an upload is accepted with, and its sender should know: codes to branch on, sentences to read. */

export const uploadWarningCodes = ['cut_off', 'rest_not_read', 'silent', 'tags_not_read'] as const;
type UploadWarningCode = (typeof uploadWarningCodes)[number];

export interface UploadWarning {
  readonly code: UploadWarningCode;
  readonly detail: string;
}

/**
 * The file holds more than could be decoded. Its end may not have been reached although its header promises no more (an
 * Ogg file that ends inside a page): `promisedSeconds` is then no part of the sentence.
 */
export function cutOff(decodedSeconds: number, promisedSeconds: number | null): UploadWarning {
  const decoded = `${decodedSeconds.toFixed(1)} s of sound could be decoded`;
  const promised = promisedSeconds?.toFixed(1);
  return {
    code: 'cut_off',
    detail:
      promised === undefined || Number(promised) <= Number(decodedSeconds.toFixed(1))
        ? `Only ${decoded}: the file is damaged or cut off behind it. Analyses use what was decoded.`
        : `The file's header promises ${promised} s, but only ${decoded}: it was probably cut off on its way. ` +
          'Analyses use what was decoded.',
  };
}

/** The header declares less sound than the file has room for (`roomSeconds`). */
export function restNotRead(decodedSeconds: number, roomSeconds: number): UploadWarning {
  return {
    code: 'rest_not_read',
    detail:
      `The file's header declares ${decodedSeconds.toFixed(1)} s of sound, but the file has room for ` +
      `${roomSeconds.toFixed(1)} s: the header is probably wrong. Analyses use what it declares.`,
  };
}

/** A chained Ogg file whose next link is of another kind. */
export function laterLinkNotRead(decodedSeconds: number): UploadWarning {
  return {
    code: 'rest_not_read',
    detail:
      `The file is a chain of several recordings. The one that follows after ${decodedSeconds.toFixed(1)} s has another ` +
      'sample rate, channel count or codec and was not read. Analyses use what is before it.',
  };
}

export const silent: UploadWarning = {
  code: 'silent',
  detail: 'There is nothing to hear: no sample is louder than −90 dB of full scale.',
};

export const tagsNotRead: UploadWarning = {
  code: 'tags_not_read',
  detail:
    'The file has far more tags than music has: they were not read. The title is taken from the file name.',
};
