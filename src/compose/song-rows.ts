/** The import formats' door for the command line. */
export { songProblem } from '../text/song-problem.js';
export { type ParsedSongRow, parseLrc, parseSongRows } from '../text/song-rows.js';
