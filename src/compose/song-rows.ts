/** The import formats' door for the command line. */
export { type ParsedSongRow, parseLrc, parseSongRows, type SongRow } from '../text/song-rows.js';
