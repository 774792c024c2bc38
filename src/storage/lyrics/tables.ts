/** Tables of the lyric index. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the index
export interface LyricsTables {}
