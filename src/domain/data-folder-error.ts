const folders = {
  data: { name: 'data folder', setting: 'CONTRAFACT_DATA_DIR' },
  uploads: { name: 'folder of uploads', setting: 'CONTRAFACT_BLOBS' },
} as const;

export type FolderOfData = keyof typeof folders;

/** A folder of the instance cannot be used. The message is for the operator and says what to do. */
export class DataFolderError extends Error {
  constructor(folder: string, code: string, holds: FolderOfData = 'data') {
    const { name, setting } = folders[holds];
    super(`The ${name} ${folder} cannot be used (${code}). ${remedy(code, setting)}.`);
    this.name = 'DataFolderError';
  }
}

function remedy(code: string, setting: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Make room on its disk';
    case 'EEXIST':
    case 'ENOTDIR':
      return `There is a file in its place, or in that of a folder above it: set ${setting} to a folder`;
    case 'EROFS':
    case 'ENOENT':
      return `No folder can be made there: set ${setting} to one on a disk that can be written`;
    default:
      return `Let this user write there, or set ${setting} to another folder`;
  }
}
