/** What the command line knows of import formats. */
export { openBytes } from '../imports/open-bytes.js';
export { parseLrc } from '../text/lrc.js';
export { songProblem } from '../text/song-problem.js';
export { type ImportFormat, type PlacedRow, readSongRows, UnreadableImportError } from '../text/song-rows.js';
