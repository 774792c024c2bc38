/**
 * `tsx bench/description/bars/keep-performances.ts choose|report OUT [--data FOLDER]`: POP909's performances, rendered whole and measured as the service does, beside
 * their annotated beats, as scripts/bars/ and judge-answers.ts read songs. The choosing songs are learnt from, the others are for the report.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { type Case, findSoundfont, type Part, pop909Cases, renderMidi } from '../cases.js';
import { earlierRhythm } from '../pulses/earlier-rhythm.js';
import { pop909Beats } from '../truth.js';
import { heardSound } from './heard-sound.js';
import { keepSong } from './kept-song.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '../shared/data' } },
});
const [part, out] = positionals as [Part, string];
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'contrafact-performances-'));
try {
  for (const each of pop909Cases(resolve(values.data), part)) await keep(each);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function keep({ name, source, truth }: Case): Promise<void> {
  const wav = join(folder, 'song.wav');
  await renderMidi(source, findSoundfont()!, wav);
  const sound = await heardSound(wav);
  const { activations } = sound;
  const { beats, downbeats } = pop909Beats(truth);
  const firsts = new Set(downbeats);
  const indexes = beats.flatMap((time, beat) => (firsts.has(time) ? [beat] : []));
  const inThree = indexes.slice(1).filter((beat, bar) => beat - indexes[bar]! === 3).length;
  const meter = 2 * inThree > indexes.length ? 3 : 4;
  const events = noteEvents(activations);
  const known = {
    name: `performed-${name}`,
    collection: 'performed pop',
    family: name,
    signature: `${meter}/4`,
    meter,
    reported: part === 'report',
    sketched: false,
    beats,
    downbeats: indexes,
    extent: [events[0]?.startFrame ?? 0, events.at(-1)?.endFrame ?? activations.frames] as const,
    earlier: earlierRhythm(onsetEvidence(sound.onset, activations), activations),
  };
  keepSong(out, known, sound);
}
