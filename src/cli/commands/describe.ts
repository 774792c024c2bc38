import type { Command } from 'commander';
import { addCommand, currentConfig, type JsonOption } from '../command.js';
import { describeSong } from '../local/describe-song.js';
import { describeLocal, openSongs } from '../local/open-songs.js';
import { note, printJson, printLine } from '../output.js';
import { startProgress } from '../progress.js';

interface Options extends JsonOption {
  notes?: boolean;
}

export function registerDescribe(program: Command): void {
  addCommand(
    program,
    'describe <file>',
    'what a local song is as music, audio or MIDI: tempo, beats, key, chords, melodies, sections',
  )
    .option('--notes', 'with --json: also all notes of the mix')
    .action(run);
}

async function run(path: string, options: Options): Promise<void> {
  const { descriptionAnswer } = await import('../../compose/local-songs.js');
  const open = await openSongs(currentConfig(), { hearsVoice: true });
  const progress = startProgress('describe');
  try {
    const song = await describeLocal(open, path, progress.report);
    progress.end();
    for (const { detail } of song.file.warnings) note(`${path}: ${detail}`);
    if (options.json) return printJson(descriptionAnswer(song, options.notes === true));
    printLine(describeSong(song.file.title, song.description));
  } finally {
    progress.end();
    await open.close();
  }
}
