/**
 * Whether songs on the same stock changes, or of one idiom, with tunes of their own, are taken for one another: written, and
 * rendered.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSongs } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { findSoundfont, renderMidi } from '../description/cases.js';
import { evidenceOfPairs, printPairs } from './false-alarms.js';
import { idiomSongs } from './idiom-songs.js';
import { type BenchSong, loadAnySong } from './load-song.js';
import { type StockSong, stockSongs } from './stock-songs.js';

/** Needs no development data. `cache`: where what was heard is kept. */
export async function stockFigures(part: 'choose' | 'report', cache?: string): Promise<void> {
  const songs = stockSongs(part);
  printPairs('written songs on stock changes', evidenceOfPairs(songs.map(described)));
  idiomFigures(part);
  // Half of them: hearing takes the time.
  const rendered = await renderedSongs(
    songs.filter((_, place) => place % 2 === 0),
    cache,
  );
  if (rendered.length === 0)
    console.log(
      'renderings skipped: no fluidsynth or no General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm)',
    );
  else printPairs('rendered songs on stock changes', evidenceOfPairs(rendered));
}

const described = ({ id, midi }: StockSong): BenchSong => ({
  id,
  group: null,
  description: describeMidi(midi),
});

/** Pairs of unlike songs, and of songs and their covers. */
function idiomFigures(part: 'choose' | 'report'): void {
  const songs = idiomSongs(part);
  const written = songs.map(({ song }) => described(song));
  printPairs('songs of like idioms', evidenceOfPairs(written));
  const missed = songs.filter(
    ({ cover }, place) => !compareSongs(written[place]!.description, describeMidi(cover.midi)).reported,
  );
  console.log(`${songs.length - missed.length} of ${songs.length} covers of songs of like idioms reported`);
  for (const { cover } of missed) console.log(`  ${cover.id} is not`);
}

async function renderedSongs(songs: readonly StockSong[], cache?: string): Promise<BenchSong[]> {
  const soundfont = findSoundfont();
  if (soundfont === null) return [];
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-stock-'));
  const rendered: BenchSong[] = [];
  try {
    const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
    for (const { id, midi: bytes } of songs) {
      writeFileSync(midi, bytes);
      await renderMidi(midi, soundfont, wav);
      rendered.push({ id, group: null, description: await loadAnySong(wav, cache) });
      process.stderr.write('.');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    process.stderr.write('\n');
  }
  return rendered;
}
