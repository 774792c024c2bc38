/** `npm run bench -- description`: how right the description of a recording is, beside simple methods. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeListening } from '../../src/music/description/describe.js';
import type { Listening } from '../../src/music/description/listening.js';
import { chordName, type SongDescription, secondsAtBeat } from '../../src/music/song-description.js';
import { wilson } from '../plagiarism/intervals.js';
import { bootstrapped } from '../plagiarism/judge-evidence.js';
import { judgeBars } from './bars/judge-bars.js';
import { loudestTonic, nearestTriads, skyline, steadyGrid } from './baselines.js';
import {
  type Case,
  findSoundfont,
  type Part,
  pop909Cases,
  renderMidi,
  ultrastarCases,
  vocaditoCases,
} from './cases.js';
import { fitVocalLine } from './fit-vocal-line.js';
import { fitVoiceEvidence } from './fit-voice-evidence.js';
import { hear } from './hear.js';
import { presenceOfFile } from './heard-presence.js';
import { inSeconds } from './in-seconds.js';
import { judgeMidi } from './judge-midi.js';
import { fitLineNotes } from './line-notes/fit-line-notes.js';
import { measureLines } from './line-notes/measure-lines.js';
import { notesInHertz } from './line-notes/notes-in-hertz.js';
import { writeSongsToLearn } from './line-notes/songs-to-learn.js';
import { knownToLeadingLine } from './melody/known-songs.js';
import { writeLeadingSongs } from './melody/leading-songs.js';
import { notesToLearn } from './melody/notes-to-learn.js';
import { midiNotes } from './midi-notes.js';
import { matchedNotes, noteF } from './note-scores.js';
import { beatF, type Labelled, rawPitch, type TimedNote, weightedOverlap } from './scores.js';
import { minAgreement, pop909BarAgreement, pop909Beats, pop909Chords, pop909Keys } from './truth.js';
import { ultrastarNotes } from './ultrastar.js';

const usage = `npm run bench -- description [--data FOLDER] [--part choose|report|all] [--songs N] [--seconds N] [--cache FOLDER] [--embedded] [--leading-songs OUT | --notes-to-learn OUT | --fit-vocal-line CLIPS | --songs-to-learn OUT | --measure-sung-lines CLIPS | --measure-leading-lines CLIPS | --fit-sung-notes CLIPS | --fit-leading-notes CLIPS | --fit-voice-evidence | --bars | --midi]
  --data     the development data (default ../shared/data)
  --part     which rendered songs: those used for choosing and fitting, or the others (default report)
  --songs    at most this many songs of each data set
  --seconds  describe only the beginning of each song (default: all of it)
  --cache    keep what was heard there, so that the next run need not listen again (then without CPU seconds)
  --embedded the vocal line from the embedded separation of the vocals (a trial: the product does not do so)
  --leading-songs  writes the songs that the leading-line network learns from, and performances that judge it, to this folder
                (scripts/leading-line/)
  --notes-to-learn  writes the songs that the network learns from that finds the melody in transcriptions, and the notes heard in them
                (scripts/notes-melody/)
  --fit-vocal-line  fits the numbers by which a sung line is tracked on the clips of this folder (scripts/vocal-pitch/) and writes
                models/embedded/vocal-line-tracking/
  --songs-to-learn  writes songs whose tunes are to be sung by scripts/vocal-pitch/sung_songs.py, and songs that are played, to this folder
  --measure-sung-lines, --measure-leading-lines  measures the lines of the clips of this folder, for scripts/line-notes/
  --fit-sung-notes, --fit-leading-notes  takes what scripts/line-notes/ learnt of the clips of this folder, chooses how it weighs beside pitches,
                and writes models/embedded/sung-notes/ or leading-notes/
  --fit-voice-evidence  fits how likely a voice must be in a recording for its line to be sung, and how sure the vocal pitch
                network where nobody asked, and writes models/embedded/vocal-line-evidence/ (some 25 CPU minutes)
  --bars        beats, bars and metre beside the reading of pulses, on rendered songs that no network knows and on recordings of
                anthems (some 8 CPU minutes; a few with --cache); writes nothing
  --midi        the songs of POP909 as MIDI files alone, and with all their notes in one voice (some 2 CPU minutes)
  --version     the version that the commands that fit give to what they write`;

type Figures = Map<string, { own: number[]; baseline: number[] }>;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data' },
      part: { type: 'string', default: 'report' },
      songs: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '3600' },
      cache: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      'leading-songs': { type: 'string' },
      'notes-to-learn': { type: 'string' },
      'fit-vocal-line': { type: 'string' },
      'songs-to-learn': { type: 'string' },
      'measure-sung-lines': { type: 'string' },
      'measure-leading-lines': { type: 'string' },
      'fit-sung-notes': { type: 'string' },
      'fit-leading-notes': { type: 'string' },
      'fit-voice-evidence': { type: 'boolean', default: false },
      bars: { type: 'boolean', default: false },
      midi: { type: 'boolean', default: false },
      version: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !['choose', 'report', 'all'].includes(values.part)) {
    console.log(usage);
    return;
  }
  const data = resolve(values.data);
  const limit = Number(values.songs);
  const { cache, embedded } = values;
  if (values['leading-songs'] !== undefined) {
    writeLeadingSongs(data, resolve(values['leading-songs']));
    return;
  }
  if (values['notes-to-learn'] !== undefined) {
    await notesToLearn(data, resolve(values['notes-to-learn']));
    return;
  }
  if (values['fit-vocal-line'] !== undefined) {
    await fitVocalLine(resolve(values['fit-vocal-line']), values.version ?? 'vocal-line-4', cache);
    return;
  }
  if (values['songs-to-learn'] !== undefined) {
    await writeSongsToLearn(data, resolve(values['songs-to-learn']));
    return;
  }
  for (const kind of ['sung', 'leading'] as const) {
    const measured = values[`measure-${kind}-lines`];
    if (measured !== undefined) return measureLines(resolve(measured), kind, cache);
    const clips = values[`fit-${kind}-notes`];
    if (clips === undefined) continue;
    await fitLineNotes(resolve(clips), kind, values.version ?? `${kind}-notes-2`, cache);
    return;
  }
  if (values['fit-voice-evidence']) {
    await fitVoiceEvidence(data, join(dirname(data), 'models'), values.version ?? 'line-2', cache);
    return;
  }
  if (values.bars) {
    await judgeBars(data, limit, cache);
    return;
  }
  if (values.midi) {
    const read: Figures = new Map();
    for (const { source, truth } of pop909Cases(data, values.part as Part).slice(0, limit))
      for (const [name, own, baseline] of await judgeMidi(source, truth)) note(read, name, own, baseline);
    print(read);
    return;
  }
  const hearing = { seconds: Number(values.seconds), cache, embedded };
  const figures: Figures = new Map();
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-description-'));
  try {
    const soundfont = findSoundfont();
    const rendered = pop909Cases(data, values.part as Part).slice(0, limit);
    if (soundfont === null)
      console.log('pop909 skipped: no General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm)');
    else if (rendered.length === 0) console.log(`pop909 skipped: not in ${values.data}`);
    else
      for (const song of rendered) {
        const wav = join(folder, `${song.name}.wav`);
        await renderMidi(song.source, soundfont, wav);
        const figuresOfSong = await judgeRendered(song, await describeFile(wav, hearing, figures), figures);
        rmSync(wav);
        if (values.verbose) console.log(song.name, figuresOfSong);
        else process.stderr.write('.');
      }
    const recorded = ultrastarCases(data).slice(0, limit);
    if (recorded.length === 0) console.log(`ultrastar skipped: not in ${values.data}`);
    for (const song of recorded) {
      const melody = ultrastarNotes(readFileSync(song.truth, 'latin1'));
      const heard = await describeFile(song.source, hearing, figures);
      const figuresOfSong = judgeSinging('ultrastar', melody, heard, figures);
      if (values.verbose) console.log(song.name, figuresOfSong);
      else process.stderr.write('.');
    }
    for (const { truth, source } of vocaditoCases(data)) {
      const heard = await describeFile(source, hearing, figures);
      judgeSinging('vocadito', notesInHertz(readFileSync(truth, 'utf8')), heard, figures);
    }
    process.stderr.write('\n');
    print(figures);
    const fittedOn = rendered.filter(({ name }) => knownToLeadingLine().includes(name)).length;
    if (figures.has('pop909 topline, raw pitch') && fittedOn > 0)
      console.log(
        `The leading-line network knows ${fittedOn} of these ${rendered.length} songs of POP909: its figure is no proof.`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Judged {
  readonly listening: Listening;
  readonly song: SongDescription;
}

interface Hearing {
  readonly seconds: number;
  readonly cache: string | undefined;
  /** The vocal line from the embedded separation. */
  readonly embedded: boolean;
}

async function describeFile(
  path: string,
  { seconds, cache, embedded }: Hearing,
  figures: Figures,
): Promise<Judged> {
  const { listening, cpuSeconds } = await hear(path, seconds, cache, embedded);
  const presence = await presenceOfFile(path);
  const before = process.cpuUsage();
  const song = describeListening(listening, presence);
  const { user, system } = process.cpuUsage(before);
  if (cpuSeconds > 0) {
    const spent = cpuSeconds + (user + system) / 1e6;
    note(figures, 'CPU seconds for 3 minutes', (spent / listening.durationSeconds) * 180);
  }
  return { listening, song };
}

async function judgeRendered(
  { truth, source }: Case,
  { listening, song }: Judged,
  figures: Figures,
): Promise<string> {
  const isHeard = (time: number): boolean => time < listening.durationSeconds;
  const written = pop909Beats(truth);
  const starts = song.notes.map(({ onsetBeats }) => secondsAtBeat(song.beats, onsetBeats));
  const from = Math.max(written.beats[0]!, (starts[0] ?? 0) - 0.2);
  const to = Math.min(written.beats.at(-1)!, (starts.at(-1) ?? 0) + 0.2);
  // Beats are written from long before the first note on, and end before the last: neither can be judged.
  const judged = (times: readonly number[]): number[] =>
    times.filter((time) => time >= from - 0.1 && time <= to + 0.1);
  const expected = judged(written.beats);
  const firsts = judged(written.downbeats);
  const steady = steadyGrid(listening);
  const every4 = steady.filter((_, i) => i % 4 === 0);
  const found = song.downbeats.map((beat) => song.beats[beat]!);
  const f = beatF(expected, judged(song.beats));
  const octaves = readings(song).map((reading) => beatF(expected, judged(reading)));
  note(figures, 'pop909 beat F', f, beatF(expected, judged(steady)));
  note(figures, 'pop909 beat F, best of the tempo hypotheses', Math.max(f, ...octaves));
  const downbeat = beatF(firsts, judged(found));
  const barBaseline = beatF(firsts, judged(every4));
  note(figures, 'pop909 downbeat F', downbeat, barBaseline);
  const agreement = pop909BarAgreement(truth);
  if (agreement >= minAgreement)
    note(figures, 'pop909 downbeat F, both annotations agree', downbeat, barBaseline);
  note(figures, "pop909 bars, its other annotation's score", agreement);
  const whole = { beats: written.beats.filter(isHeard), firsts: written.downbeats.filter(isHeard) };
  note(figures, 'pop909 beat F, silence counted', beatF(whole.beats, song.beats), beatF(whole.beats, steady));
  note(
    figures,
    'pop909 downbeat F, silence counted',
    beatF(whole.firsts, found),
    beatF(whole.firsts, every4),
  );
  const keys = pop909Keys(truth);
  const key = song.key ? chordName(song.key.tonic, song.key.mode === 'major' ? 'maj' : 'min') : 'N';
  note(figures, 'pop909 key', Number(keys.includes(key)), Number(keys.includes(loudestTonic(listening))));
  const chords = pop909Chords(truth).map((chord) => ({
    ...chord,
    end: Math.min(chord.end, listening.durationSeconds),
  }));
  const heardChords = chords.filter(({ start, end }) => end > start);
  const overlap = weightedOverlap(heardChords, chordsInSeconds(song));
  note(figures, 'pop909 chords, overlap', overlap, weightedOverlap(heardChords, nearestTriads(listening)));
  const melody = midiNotes(source, 'MELODY').filter(({ start }) => isHeard(start));
  const topline = inSeconds(song, song.melody.topline);
  const upper = skyline(listening);
  const line = rawPitch(melody, topline, listening.durationSeconds);
  const sky = rawPitch(melody, upper, listening.durationSeconds);
  const notesF = [topline, upper].map((notes) => noteF([matchedNotes(melody, notes)]));
  note(figures, 'pop909 topline, F of notes within 50 ms', notesF[0]!, notesF[1]);
  note(figures, 'pop909 topline, raw pitch', line.pitch, sky.pitch);
  note(figures, 'pop909 topline, raw chroma', line.chroma, sky.chroma);
  for (const [name, own, baseline] of await judgeMidi(source, truth)) note(figures, name, own, baseline);
  return `${song.tempoBpm} BPM ${song.meter}/4 beat ${f.toFixed(2)} downbeat ${downbeat.toFixed(2)} ${key} (${keys.join(' ')}) chords ${overlap.toFixed(2)} topline ${line.pitch.toFixed(2)}`;
}

function judgeSinging(
  name: string,
  melody: readonly TimedNote[],
  { listening, song }: Judged,
  figures: Figures,
): string {
  const { durationSeconds } = listening;
  const expected = melody.filter(({ start }) => start < durationSeconds);
  const vocal = inSeconds(song, song.melody.vocal);
  const upper = skyline(listening);
  const own = bestOctave(expected, vocal, durationSeconds);
  const sky = bestOctave(expected, upper, durationSeconds);
  note(figures, `${name} vocal, raw pitch`, own.pitch, sky.pitch);
  note(figures, `${name} vocal, raw chroma`, own.chroma, sky.chroma);
  for (const seconds of [0.05, 0.1]) {
    const f = (notes: readonly TimedNote[]): number => noteF([matchedNotes(expected, notes, seconds)]);
    note(figures, `${name} vocal, F of notes within ${1000 * seconds} ms`, f(vocal), f(upper));
  }
  return `${song.tempoBpm} BPM vocal ${own.pitch.toFixed(2)} skyline ${sky.pitch.toFixed(2)}`;
}

/** UltraStar files often write a song one or two octaves off: the best whole-octave shift of the song counts. */
function bestOctave(
  truth: readonly TimedNote[],
  found: readonly TimedNote[],
  seconds: number,
): { pitch: number; chroma: number } {
  return [-24, -12, 0, 12, 24]
    .map((shift) =>
      rawPitch(
        truth,
        found.map((each) => ({ ...each, pitch: each.pitch + shift })),
        seconds,
      ),
    )
    .reduce((best, each) => (each.pitch > best.pitch ? each : best));
}

/** The beats at half and double time, where the description holds those to be close. */
function readings({ beats, downbeats, tempoHypotheses }: SongDescription): number[][] {
  const first = downbeats[0] ?? 0;
  return tempoHypotheses.map(({ ratio }) =>
    ratio < 1
      ? beats.filter((_, i) => Math.abs(i - first) % 2 === 0)
      : beats.flatMap((time, i) => (i + 1 < beats.length ? [time, (time + beats[i + 1]!) / 2] : [time])),
  );
}

function chordsInSeconds({ beats, chords }: SongDescription): Labelled[] {
  return chords.map((label, beat) => ({
    start: secondsAtBeat(beats, beat),
    end: secondsAtBeat(beats, beat + 1),
    label,
  }));
}

function note(figures: Figures, name: string, own: number, baseline?: number): void {
  const entry = figures.get(name) ?? { own: [], baseline: [] };
  entry.own.push(own);
  if (baseline !== undefined) entry.baseline.push(baseline);
  figures.set(name, entry);
}

function print(figures: Figures): void {
  const mean = (values: readonly number[]): string =>
    values.length === 0 ? '–' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
  console.log('figure                                       songs  mean   95 %            baseline');
  for (const [name, { own, baseline }] of figures) {
    console.log(
      `${name.padEnd(44)} ${String(own.length).padStart(5)}  ${mean(own)}  ${interval(own)}  ${mean(baseline)}`,
    );
  }
  console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
}

/** 95 %: Wilson's of what is right or wrong, by bootstrap over songs of all else. */
function interval(values: readonly number[]): string {
  const isCounted = values.every((value) => value === 0 || value === 1);
  const right = values.filter((value) => value === 1).length;
  const drawn = bootstrapped(values.map((value, song) => ({ family: String(song), value })));
  const [low, high] = isCounted ? wilson(right, values.length) : [drawn.low, drawn.high];
  return `${low.toFixed(3)} to ${high.toFixed(3)}`;
}
