/**
 * `npm run bench -- description --notes-to-learn FOLDER`: what the network learns from that finds the melody among a transcriber's notes
 * (scripts/notes-melody/): songs of POP909-CL on which nothing is chosen or confirmed, by their bands or by others, sung and played.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NoteNetwork, networkRateHz } from '../../../src/analyses/describe/note-network.js';
import { openPcm } from '../../../src/audio/decode.js';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { type Arrangement, coverOf, original } from '../../plagiarism/cover-arrangement.js';
import { confirmingSongs, coverSoundfonts, otherSongs } from '../../plagiarism/covers.js';
import { renderedSeconds } from '../../plagiarism/heard-renderings.js';
import { writeToSing } from '../../plagiarism/sung-versions.js';
import { renderMidi } from '../cases.js';
import { beginning } from '../hear.js';

/** More than there are. */
const maxSongs = 300;
/** Every third song is played too. */
const playedEvery = 3;

function toLearn(data: string): Map<string, Arrangement> {
  const confirming = new Set(otherSongs(data, confirmingSongs).map(({ path }) => path));
  const songs = otherSongs(data, maxSongs).filter(({ path }) => !confirming.has(path));
  return new Map(
    songs.map(({ path, material }, place) => {
      const group = basename(path, '.mid');
      if (place % 2 === 1) return [`original-${group}`, original(material, group, renderedSeconds)];
      const other = songs[(place + 7) % songs.length]!.material;
      return [`cover-${group}`, coverOf(material, other, group, renderedSeconds)];
    }),
  );
}

/** What sounds in `FOLDER/sung` and `FOLDER/played` is heard once. @throws Error where no soundfont is installed */
export async function notesToLearn(data: string, folder: string): Promise<void> {
  const songs = toLearn(data);
  const [sung, played] = [join(folder, 'sung'), join(folder, 'played')];
  const missing = writeToSing(sung, songs);
  mkdirSync(played, { recursive: true });
  const fonts = coverSoundfonts();
  if (fonts.length === 0)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  for (const [place, [name, { midi, tune }]] of [...songs].entries()) {
    if (place % playedEvery > 0 || existsSync(join(played, `${name}.wav`))) continue;
    writeToSing(played, new Map([[name, { midi, band: midi, tune }]]));
    await renderMidi(join(played, `${name}.mid`), fonts[place % fonts.length]!, join(played, `${name}.wav`));
    process.stderr.write(',');
  }
  for (const kind of [sung, played]) await writeNotes(kind);
  if (missing > 0)
    console.log(`${missing} songs in ${sung} are not sung yet; see scripts/notes-melody/README.md.`);
}

/** Beside every WAV file: its notes as [start, end (seconds), MIDI number, salience]. */
async function writeNotes(folder: string): Promise<void> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.wav'))) {
    const notes = join(folder, `${basename(file, '.wav')}.notes.json`);
    if (existsSync(notes)) continue;
    writeFileSync(notes, JSON.stringify(await heardNotes(join(folder, file))));
    process.stderr.write('.');
  }
}

async function heardNotes(path: string): Promise<number[][]> {
  const pcm = await openPcm(path, { sampleRateHz: networkRateHz, channels: 1 });
  const network = await NoteNetwork.open();
  for await (const chunk of beginning(pcm, renderedSeconds)) await network.push(chunk);
  const activations = await network.finish();
  const { framesPerSecond } = activations;
  return noteEvents(activations).map(({ startFrame, endFrame, midi, salience }) => [
    startFrame / framesPerSecond,
    endFrame / framesPerSecond,
    midi,
    salience,
  ]);
}
