/** Tunes as someone sings them without company, by the product's own formant synthesis: late and early, out of tune, and heard as the service hears them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SongNote } from '../../src/music/song-description.js';
import { synthesiseVoice } from '../../src/sample-music/singing/formant-synthesis.js';
import { layPhonemes, type SungNote } from '../../src/sample-music/singing/sung-words.js';
import { voiceTracks } from '../../src/sample-music/singing/tracks.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { showProgress } from '../lyrics/progress.js';
import { randomOf } from './changes.js';
import { every } from './evidence-collections.js';
import { type BenchSong, loadAnySong } from './load-song.js';
import type { Collection, Question } from './measured-pairs.js';

const sampleRateHz = 22_050;
const voiceLevel = 0.6;
/** Of a low and a high voice, as MIDI numbers. */
const middles = [55, 64] as const;
const syllables = ['L AA', 'D UW'] as const;
/** Standard deviations: of each note and of the drift from one to the next in semitones, of each onset in seconds. */
const errors = { pitchSemitones: 0.06, driftSemitones: 0.015, onsetSeconds: 0.01 };
const beatSeconds = { least: 0.4, most: 0.7 };
const startSeconds = 0.4;
const shortestSeconds = 0.12;
/** Tunes of this many notes: enough to be found, and few enough to be sung in a minute. */
const sungNotes = { fewest: 20, most: 60 };

function sungNotesOf(notes: readonly SongNote[], middle: number, random: () => number): SungNote[] {
  // A sum of uniform numbers is nearly normal; three of them have a standard deviation of a half.
  const normal = (): number => 2 * (random() + random() + random() - 1.5);
  const beat = beatSeconds.least + (beatSeconds.most - beatSeconds.least) * random();
  const mean = notes.reduce((sum, { midiPitch }) => sum + midiPitch, 0) / notes.length;
  const moved = Math.round(middle - mean);
  let drift = 0;
  return notes.map(({ onsetBeats, durationBeats, midiPitch }) => {
    drift += errors.driftSemitones * normal();
    return {
      pitch: midiPitch + moved + drift + errors.pitchSemitones * normal(),
      startSeconds: startSeconds + onsetBeats * beat + errors.onsetSeconds * normal(),
      durationSeconds: Math.max(shortestSeconds, 0.95 * durationBeats * beat),
    };
  });
}

function sungWav(notes: readonly SungNote[], syllable: string): Buffer {
  const last = notes.at(-1)!;
  const seconds = last.startSeconds + last.durationSeconds + 0.5;
  const phonemes = layPhonemes(notes.map(() => syllable).join(' '), notes);
  const voice = synthesiseVoice(voiceTracks(phonemes, notes, seconds), sampleRateHz, notes.length);
  return wavFile(
    voice.map((sample) => Math.max(-1, Math.min(1, voiceLevel * sample))),
    sampleRateHz,
  );
}

/** `count` of the pool's tunes are sung and asked for among all of it. `cache`: see bench/description/hear.ts. */
export async function sungAlone(
  pool: readonly BenchSong[],
  count: number,
  cache: string | undefined,
): Promise<Collection> {
  const singable = [...pool.keys()].filter((place) => {
    const { length } = pool[place]!.description.melody.topline;
    return length >= sungNotes.fewest && length <= sungNotes.most;
  });
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-sung-'));
  const questions: Question[] = [];
  try {
    const places = every(singable, count);
    for (const [at, place] of places.entries()) {
      showProgress('tunes sung', at, places.length);
      const { id, group, description } = pool[place]!;
      const random = randomOf(`sung ${id}`);
      const notes = sungNotesOf(description.melody.topline, middles[at % 3 === 0 ? 1 : 0], random);
      const path = join(folder, `${at}.wav`);
      writeFileSync(path, sungWav(notes, syllables[at % 2]!));
      const heard = await loadAnySong(path, cache);
      const others = [...pool.keys()].filter(
        (other) => other !== place && group !== null && pool[other]!.group === group,
      );
      // Of a voice in which no beat is found nothing can be asked.
      if (heard.beats.length > 1)
        questions.push({
          song: { id: `${id} sung`, group, description: heard, from: pool[place]! },
          answers: new Set([place]),
          leftOut: new Set(others),
        });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { name: 'tunes sung alone', pool, questions };
}
