/**
 * `tsx bench/description/bars/make-songs.ts rendered|further|sketched OUT [MOST] [--data FOLDER]`: makes songs whose bars are written, as
 * scripts/bars/ reads them. Rendered ones are performed, rendered, given the faults of recordings and measured as the service does (some 3 CPU seconds each);
 * sketched ones have their spectrum and a poor transcription made up from the notes. Songs that are there already are left as they are.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { notesAsSounding } from '../../../src/music/symbolic/notes-as-heard.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { writeMidiFile } from '../../plagiarism/midi-variants.js';
import { findSoundfonts, renderMidi } from '../cases.js';
import { roughlyHeard } from '../metre/rough-hearing.js';
import { meterOf } from '../metre/songs.js';
import { earlierRhythm } from '../pulses/earlier-rhythm.js';
import { randomOf } from '../random-of.js';
import type { KnownBars } from './figures.js';
import { heardSound } from './heard-sound.js';
import { type HeardSound, keepSong } from './kept-song.js';
import { performanceOf } from './performed-songs.js';
import { withRecordingEffects } from './recording-effects.js';
import { sketchedSpectrum } from './sketched-spectrum.js';
import { furtherSongs, renderedSongs, sketchedSongs, type TrainingSong } from './training-songs.js';

const [performedSeconds, heardSeconds] = [42, 45];
const largeSoundfont = '/usr/share/sounds/sf2/MuseScore_General_Full.sf2';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '../shared/data' } },
});
const [kind, out, most = '100000'] = positionals as [string, string, string?];
const data = resolve(values.data);
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'contrafact-bars-'));
try {
  const lists = { rendered: renderedSongs, further: furtherSongs, sketched: sketchedSongs };
  const songs = lists[kind as keyof typeof lists](data).slice(0, Number(most));
  for (const song of songs) {
    if (existsSync(join(out, `${song.name}.feat`))) continue;
    const performance = performanceOf(song, performedSeconds);
    keep(
      song,
      performance,
      kind === 'sketched' ? sketched(song, performance.file) : await rendered(song, performance.file),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A large one for every seventh song, where it is installed: it takes long to load. */
function soundfontOf(seed: number): string {
  if (seed % 7 === 3 && existsSync(largeSoundfont)) return largeSoundfont;
  const fonts = findSoundfonts();
  return fonts[seed % fonts.length]!;
}

async function rendered({ seed }: TrainingSong, file: MidiFile): Promise<HeardSound> {
  const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
  writeFileSync(midi, writeMidiFile(file, 1));
  await renderMidi(midi, soundfontOf(seed), wav);
  withRecordingEffects(wav, randomOf(seed + 901));
  return heardSound(wav, heardSeconds);
}

function sketched({ seed }: TrainingSong, file: MidiFile): HeardSound {
  const map = tempoMap(file);
  const isClear = randomOf(seed + 902)() < 0.35;
  const { onset, activations } = isClear ? notesAsSounding(file.notes, map) : roughlyHeard(file, map, seed);
  const bands = sketchedSpectrum(file, map, Math.ceil(activations.frames / 2), seed);
  return { onset, activations, bands };
}

function keep({ song, name }: TrainingSong, { beats, downbeats }: KnownBars, sound: HeardSound): void {
  const events = noteEvents(sound.activations);
  const isSketched = kind === 'sketched';
  const { collection, family, signature } = song;
  keepSong(
    out,
    {
      name,
      collection,
      family,
      signature,
      meter: meterOf(signature),
      reported: false,
      sketched: isSketched,
      beats,
      downbeats,
      extent: [events[0]?.startFrame ?? 0, events.at(-1)?.endFrame ?? sound.activations.frames],
      earlier: isSketched
        ? null
        : earlierRhythm(onsetEvidence(sound.onset, sound.activations), sound.activations),
    },
    sound,
  );
}
