/** `npm run bench -- fingerprint`: recall, false positives, speed and size on recordings given. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchCatalogue } from './catalogue.js';
import { measureScale } from './cost.js';
import { measureFalseMatches } from './false-matches.js';
import { fitFineStructure } from './fit-fine-structure.js';
import { fitSpeech } from './fit-speech.js';
import { fitWaveform } from './fit-waveform.js';
import { measureMixes } from './mixes.js';
import { measureQuality } from './quality.js';
import { measureRenditions } from './renditions.js';
import { halfOf, listSongs } from './songs.js';
import { judgeFresh } from './speech-tables.js';

const usage = `npm run bench -- fingerprint --songs DIR [--queries DIR] [--only REGEX] [--not REGEX] [--cache DIR]
  --songs     recordings; every fifth stays unregistered, as does x_B where x_A exists (another performance)
  --queries   more queries; a file is a positive where its name begins with a song's name, else a negative
  --only      take only songs whose path matches; --not leaves out those that match
  --midi      MIDI files to play with two soundfonts as "other renditions" (default: the songs' folder)
  --cache     keep degraded queries here for the next run (default: a folder for temporary files)
  --cases     only cases whose name contains this
  --half A|B  ask only for songs of this half (by a hash of the name; rules were chosen on A): all are registered
  --renditions N  how many of the MIDI files to play (default 24)
  --excerpts N  excerpts of a song and case at most (default 4)
  --wrong N   measure how high wrong songs score instead, against N backwards variants of each song
  --speech    measure how speech alone is recognised instead: a folder for each speaker; --songs holds one for each album.
              Folders whose names agree up to the last hyphen are one collection. --fit VERSION writes the evidence model,
              --judge asks the model in use
  --soundfonts A,B  measure instead how many windows of the MIDI files (--midi, of which --renditions N are played) by one
              soundfont are called copies of the other's; --tempo F plays those asked for F times as fast,
              --stretched plain|reverberant changes their pitch or tempo by a stretcher
  --fit-waveform VERSION  measure how copies' waveforms differ from other renditions' (--midi, --soundfonts) and other songs', and write
              the evidence model; --songs holds a folder for each collection
  --fit-fine-structure VERSION  the same of fine structures: what is asked for is changed in pitch or tempo; of each folder of --midi
              --renditions N are played
  --mixes N   make N mixes of the songs and measure instead what a scan finds in them; with --half of that half's songs
  --scale     measure costs at 1,000 and 160,000 songs instead of quality: songs like those of --songs, or synthetic ones`;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string' },
      queries: { type: 'string' },
      only: { type: 'string' },
      not: { type: 'string' },
      midi: { type: 'string' },
      cache: { type: 'string', default: join(tmpdir(), 'contrafact-bench-fingerprint') },
      cases: { type: 'string', default: '' },
      half: { type: 'string' },
      renditions: { type: 'string', default: '24' },
      excerpts: { type: 'string', default: '4' },
      soundfonts: { type: 'string' },
      tempo: { type: 'string', default: '1' },
      wrong: { type: 'string' },
      mixes: { type: 'string' },
      speech: { type: 'string' },
      fit: { type: 'string' },
      judge: { type: 'boolean', default: false },
      'fit-waveform': { type: 'string' },
      'fit-fine-structure': { type: 'string' },
      stretched: { type: 'string' },
      scale: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || (values.songs === undefined && values.midi === undefined && !values.scale)) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  if (values.scale) return measureScale(values.songs);
  if (values.half !== undefined && !/^[AB]$/.test(values.half)) throw new Error('--half is A or B.');
  mkdirSync(values.cache, { recursive: true });
  const version = values['fit-waveform'] ?? values['fit-fine-structure'];
  if (version !== undefined) {
    if (values.songs === undefined || values.midi === undefined || values.soundfonts === undefined)
      throw new Error('--fit-waveform and --fit-fine-structure need --songs, --midi and --soundfonts.');
    const measure = values['fit-waveform'] === undefined ? fitFineStructure : fitWaveform;
    return measure({
      songFolder: values.songs,
      midiFolder: values.midi,
      soundfonts: values.soundfonts.split(','),
      midiFiles: Number(values.renditions),
      half: values.half as 'A' | 'B' | undefined,
      cacheFolder: values.cache,
      version,
    });
  }
  if (values.soundfonts !== undefined) {
    return measureRenditions({
      midiFolder: values.midi ?? values.songs!,
      soundfonts: values.soundfonts.split(','),
      limit: Number(values.renditions),
      tempo: Number(values.tempo),
      stretched: values.stretched as 'plain' | 'reverberant' | undefined,
      cacheFolder: values.cache,
      half: values.half as 'A' | 'B' | undefined,
    });
  }
  if (values.songs === undefined) throw new Error('--songs is needed.');
  if (values.speech !== undefined) {
    if (values.judge) return judgeFresh(values.speech, values.songs, values.cache);
    return fitSpeech(values.speech, values.songs, { cacheFolder: values.cache, version: values.fit });
  }
  const songs = listSongs(values.songs, {
    only: values.only === undefined ? undefined : new RegExp(values.only),
    not: values.not === undefined ? undefined : new RegExp(values.not),
  });
  if (songs.length === 0) throw new Error(`No recordings in ${values.songs} match.`);
  const catalogue = await BenchCatalogue.open();
  try {
    if (values.wrong !== undefined) {
      return await measureFalseMatches(catalogue, songs, Number(values.wrong), values.cache);
    }
    if (values.mixes !== undefined) {
      const asked = songs.filter(({ stem }) => (values.half ?? halfOf(stem)) === halfOf(stem));
      return await measureMixes(catalogue, songs, asked, Number(values.mixes));
    }
    await measureQuality(catalogue, songs, {
      cacheFolder: values.cache,
      caseFilter: values.cases,
      queryFolder: values.queries,
      midiFolder: values.midi ?? values.songs,
      renditions: Number(values.renditions),
      excerpts: Number(values.excerpts),
      half: values.half as 'A' | 'B' | undefined,
    });
  } finally {
    await catalogue.close();
  }
}
