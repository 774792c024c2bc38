/** A song of a dataset, before it has an id. */
export interface NewSong {
  readonly title: string;
  readonly artist: string;
  readonly year: string;
  readonly link: string | null;
  readonly language: string;
  readonly lyrics: string | null;
  readonly musicId: string | null;
}
