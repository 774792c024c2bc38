/** The data folder cannot be used. The message is for the operator and says what to do. */
export class DataFolderError extends Error {
  constructor(folder: string, code: string) {
    const remedy =
      code === 'ENOSPC'
        ? 'Make room on its disk'
        : 'Let this user write there, or set CONTRAFACT_DATA_DIR to another folder';
    super(`The data folder ${folder} cannot be used (${code}). ${remedy}.`);
    this.name = 'DataFolderError';
  }
}
