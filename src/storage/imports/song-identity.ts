/**
 * What makes two rows the same song of a dataset: title, artist, lyrics and recording; year, link and language do not.
 * The expression of the index `dataset_songs_by_identity` (migration 0009), over columns of `table`.
 */
export function songIdentity(table: string): string {
  const [title, artist, music, lyrics] = ['title', 'artist', 'music_id', 'lyrics'].map(
    (column) => `${table}.${column}`,
  );
  return `md5(md5(${title}) || md5(${artist}) || coalesce(${music}, '') || md5(coalesce(${lyrics}, '')))`;
}
