/** What the pages show while they are measured: real results of songs and lyrics made on the spot. */

import type { Owner } from './dashboard-owner.js';
import { coverFile, songFile, songTitle } from './songs.js';

const lines = [
  'The harbour lamps are burning low tonight',
  'And every rope is singing in the wind',
  'I wrote your name in salt upon the quay',
  'The tide came in and took it letter by letter',
  'My grandfather sold clocks that would not stop',
  'He wound them with a key of yellow bone',
  'Now all the hours gather in his coat',
  'And none of them will ever find the door',
  'Paint me a window where the wall is thin',
  'And I will lean there till the summer ends',
];

/** Each version leaves out other lines and changes the last one, so that every score is another. */
function version(index: number): string {
  return lines
    .filter((_, line) => (line * 7 + index) % 10 > index % 4)
    .map((line, at) => ((at + index) % 5 === 0 ? `${line} again` : line))
    .join('\n');
}

/** Returns the id of a lyric plagiarism task with 20 matches. */
export async function makeLyricResult(owner: Owner): Promise<string> {
  const dataset = await owner.call<{ dataset_id: string }>('POST', '/datasets', { name: 'Harbour songs' });
  const rows = Array.from({ length: 25 }, (_, index) => ({
    title: `Harbour song ${index + 1}`,
    artist: 'The Quays',
    lyrics: version(index),
  }));
  await owner.importSongs(dataset.dataset_id, rows);
  return owner.run({
    operation: 'lyric-plagiarism',
    model: 'standard',
    lyric_text: lines.join('\n'),
    song_title: 'Letters in salt',
  });
}

/** Returns the id of a fingerprint task, of which the long list is made. */
export async function makeFingerprint(owner: Owner): Promise<string> {
  const musicId = await owner.upload('A short piece.wav', songFile(0, 12));
  return owner.run({ operation: 'fingerprint-add', music_id: musicId });
}

/** A dataset of recordings: `songs` pieces as they are, and `covers` of the first. Returns its id. */
export async function makeRecordingDataset(owner: Owner, songs: number, covers = 0): Promise<string> {
  const dataset = await owner.call<{ dataset_id: string }>('POST', '/datasets', { name: 'Our catalogue' });
  const recordings = [
    ...Array.from({ length: songs }, (_, index) => ({
      name: `${songTitle(index)}.wav`,
      sound: () => songFile(index, 40),
    })),
    ...Array.from({ length: covers }, (_, index) => ({
      name: `${songTitle(0)}, cover ${index + 1}.wav`,
      sound: () => coverFile(0, 40, index - 4, 0.95 + 0.01 * index),
    })),
  ];
  const rows = [];
  for (const { name, sound } of recordings) {
    rows.push({ title: name.replace('.wav', ''), musicId: await owner.upload(name, sound()) });
  }
  await owner.importSongs(dataset.dataset_id, rows);
  return dataset.dataset_id;
}

/** Returns the id of a plagiarism task that finds a song of the dataset, two semitones higher and a tenth faster. */
export async function makePlagiarismResult(owner: Owner, datasetId: string): Promise<string> {
  const musicId = await owner.upload('A new single.wav', coverFile(0, 40, 2, 1.1));
  const task = { operation: 'plagiarism', model: 'standard', music_id: musicId, dataset_id: datasetId };
  for (;;) {
    const id = await owner.run(task);
    // A search describes a few new songs of its dataset, and leaves the others for later.
    const { detail } = await owner.call<{ detail: { songs_not_described: number } }>('GET', `/tasks/${id}`);
    if (detail.songs_not_described === 0) return id;
  }
}
