/** Where the page gets a recording's sound. */
export const audioUrl = (musicId: string): string =>
  `/dashboard/api/music/${encodeURIComponent(musicId)}/audio`;
