/**
 * `npm run bench -- description --songs-to-learn OUT`: songs of POP909-CL that no bench asks for, each as its band would record it or as other people
 * would cover it. OUT/sung/ has bands and tunes for scripts/vocal-pitch/sung_songs.py to sing, OUT/played/ recordings on which an instrument has the
 * tune, and their notes. What is sung or played keeps to the beats of its band, as it does nowhere else in made clips.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Arrangement, coverOf, original } from '../../plagiarism/cover-arrangement.js';
import { type CoverSong, songsToLearn } from '../../plagiarism/covers.js';
import { every } from '../../plagiarism/evidence-collections.js';
import { writeToSing } from '../../plagiarism/sung-versions.js';
import { findSoundfonts, renderMidi } from '../cases.js';

const sungSeconds = 56;
const playedSeconds = 40;
const playedSongs = 120;
/** A cover's introduction comes from a song this many places on. */
const otherSong = 7;

/** @throws Error where there is no soundfont */
export async function writeSongsToLearn(data: string, folder: string): Promise<void> {
  const songs = songsToLearn(data);
  const sung = new Map(
    songs.map(({ path }, at) => [
      `song-${basename(path, '.mid')}`,
      arranged(songs, at, at % 2 === 1, sungSeconds),
    ]),
  );
  console.log(`${writeToSing(join(folder, 'sung'), sung)} songs are to be sung`);
  await writePlayed(every(songs, playedSongs), join(folder, 'played'));
}

async function writePlayed(songs: readonly CoverSong[], folder: string): Promise<void> {
  const fonts = findSoundfonts();
  if (fonts.length === 0)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  mkdirSync(folder, { recursive: true });
  for (const [at, { path }] of songs.entries()) {
    const { midi, tune } = arranged(songs, at, at % 2 === 0, playedSeconds);
    const name = join(folder, `played-${basename(path, '.mid')}`);
    writeFileSync(`${name}.mid`, midi);
    await renderMidi(`${name}.mid`, fonts[at % fonts.length]!, `${name}.wav`);
    const rows = tune.map(({ startSeconds, endSeconds, midi: pitch }) =>
      [startSeconds.toFixed(3), endSeconds.toFixed(3), pitch].join('\t'),
    );
    writeFileSync(`${name}.notes.tsv`, `${rows.join('\n')}\n`);
    process.stderr.write(',');
  }
}

function arranged(songs: readonly CoverSong[], at: number, isCover: boolean, seconds: number): Arrangement {
  const { path, material } = songs[at]!;
  const name = basename(path);
  if (!isCover) return original(material, name, seconds);
  return coverOf(material, songs[(at + otherSong) % songs.length]!.material, name, seconds);
}
