/**
 * Decides doubtful places by the sound itself. Peaks find a place and cannot always distinguish a copy in a room from another
 * rendition of the same notes, nor a few surviving peaks from chance; the waveform can (coherence.ts).
 */
import type { AnalysisContext } from '../analysis.js';
import { type Coherence, coherenceHopSeconds } from './coherence.js';
import { isClear, isMatch, isSameSound, type Strictness } from './decision.js';
import type { QueryWindow } from './extract.js';
import type { SongMatch } from './matches.js';
import type { Alignment } from './measure.js';
import { framesPerSecond } from './parameters.js';
import type { OpenMusic } from './ports.js';
import { scalesAt, type WaveformInput, type WaveformPlace } from './waveform.js';

/** Where the sound of a query and of the songs is. */
export interface Sound {
  readonly path: string;
  /** Null where a song's file is not kept. */
  readonly openMusic: OpenMusic;
}

/** Songs compared a look-up: comparing costs a decoding each; and places of a song, which may repeat itself. */
const maxCompared = 2;
const maxPlaces = 3;
/** Compared as a whole up to this length; of what is longer the middle of the matched span. */
const wholeSeconds = 60;
const partSeconds = 30;
/** A song is decoded from its beginning up to the place: later places are not compared. */
const latestSeconds = 1800;

/**
 * z from which a place is compared: wrong places reach 8 in a catalogue of a thousand songs in one query of a
 * hundred, and 1.2 more for e times as many. Where speed and pitch are taken to be unchanged fewer places are tried, and
 * wrong ones reach 5 in one query of fifty among 260 songs.
 */
const comparedZ = {
  anySpeed: { z: 8, atSongs: 1000 },
  keptSpeed: { z: 3, atSongs: 260 },
  perLogSongs: 1.5,
} as const;
/** A stretcher's waveform is its own: only speed, or nothing, may be changed. */
const speedCents = 12;

/** Whether comparing the sound would decide something. */
function isDoubtful(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  const { z, scale, pitchCents, coherence } = alignment;
  const { z: least, atSongs } = scale === 1 ? comparedZ.keptSpeed : comparedZ.anySpeed;
  const from = least + comparedZ.perLogSongs * Math.log(Math.max(songs, atSongs) / atSongs);
  return (
    coherence === null &&
    z >= from &&
    Math.abs(pitchCents - 1200 * Math.log2(scale)) <= speedCents &&
    !(isMatch(alignment, songs, strictness) && isClear(alignment))
  );
}

/** The comparisons of one search: a place that several of its look-ups find is compared once. */
export class SoundComparison {
  private readonly known: ComparedPlace[] = [];

  constructor(
    private readonly sound: Sound,
    private readonly window: QueryWindow,
    private readonly songs: number,
    private readonly strictness: Strictness,
    private readonly context: Pick<AnalysisContext, 'compute' | 'signal'>,
  ) {}

  /** The matches, the best doubtful ones with their sound compared. */
  async compare(matches: readonly SongMatch[]): Promise<SongMatch[]> {
    const { songs, strictness } = this;
    const doubtful = matches
      .filter(({ alignment }) => isDoubtful(alignment, songs, strictness))
      .sort((a, b) => b.alignment.z - a.alignment.z)
      .slice(0, maxCompared);
    const compared = new Map<SongMatch, SongMatch>();
    for (const match of doubtful) {
      const measured = await this.measured(match);
      if (!measured) continue;
      compared.set(match, measured);
      if (isMatch(measured.alignment, songs, strictness)) break;
    }
    return matches.map((match) => compared.get(match) ?? match);
  }

  /** The match with the sound of its doubtful places compared; null where it cannot be. */
  private async measured(match: SongMatch): Promise<SongMatch | null> {
    const { window, songs, strictness } = this;
    const alignments = [match.alignment, ...match.sections]
      .filter((place) => isDoubtful(place, songs, strictness))
      .slice(0, maxPlaces);
    const stretch = stretchOf(match.alignment, window);
    const places = alignments.map((place) => placeOf(place, stretch.fromSeconds - window.startSeconds));
    // Either file is decoded from its beginning.
    if (stretch.fromSeconds > latestSeconds) return null;
    if (places.some(({ startSeconds }) => startSeconds > latestSeconds)) return null;
    const found = await this.coherences(match.song.musicId, stretch, places);
    const measured = alignments.map((place, i) => withCoherence(place, found[i] ?? null, window));
    const best = measured.findIndex(isSameSound);
    const alignment = measured[Math.max(0, best)]!;
    return { ...match, alignment, sections: best > 0 ? [] : match.sections };
  }

  private async coherences(
    musicId: string,
    stretch: Stretch,
    places: readonly WaveformPlace[],
  ): Promise<(Coherence | null)[]> {
    const knownOf = (place: WaveformPlace): ComparedPlace | undefined =>
      this.known.find(
        (other) =>
          other.musicId === musicId &&
          other.stretch.fromSeconds === stretch.fromSeconds &&
          covers(other.place, place, stretch),
      );
    const unknown = places.filter((place) => !knownOf(place));
    if (unknown.length > 0) {
      const found = await this.run(musicId, { ...stretch, places: unknown });
      found.forEach((coherence, i) => {
        this.known.push({ musicId, stretch, place: unknown[i]!, coherence });
      });
    }
    return places.map((place) => knownOf(place)?.coherence ?? null);
  }

  private async run(
    musicId: string,
    compared: Omit<WaveformInput, 'queryPath' | 'songPath'>,
  ): Promise<(Coherence | null)[]> {
    const { sound, context } = this;
    const opened = await sound.openMusic(musicId);
    if (!opened) return [];
    try {
      const input: WaveformInput = { ...compared, queryPath: sound.path, songPath: opened.music.path };
      return await context.compute.run('fingerprint.waveform', input, { signal: context.signal });
    } finally {
      await opened.release();
    }
  }
}

type Stretch = Pick<WaveformInput, 'fromSeconds' | 'toSeconds'>;

interface ComparedPlace {
  readonly musicId: string;
  readonly stretch: Stretch;
  readonly place: WaveformPlace;
  readonly coherence: Coherence | null;
}

/** What a comparison searches around a place: delays of 0.12 s, drifts of 0.05 %. Nearer places than this are one. */
const samePlace = { seconds: 0.05, scale: 4e-4 } as const;

/** Whether what was compared at `known` covers what would be at `place`. */
function covers(known: WaveformPlace, place: WaveformPlace, { fromSeconds, toSeconds }: Stretch): boolean {
  const middle = (toSeconds - fromSeconds) / 2;
  const apart = known.startSeconds - place.startSeconds + (known.scale - place.scale) * middle;
  const compared = scalesAt(known);
  return (
    Math.abs(apart) < samePlace.seconds &&
    scalesAt(place).every((scale) => compared.some((other) => Math.abs(scale - other) < samePlace.scale))
  );
}

/** The part of the query that is compared. */
function stretchOf(
  { fromSeconds, toSeconds }: Alignment,
  { startSeconds, endSeconds }: QueryWindow,
): Stretch {
  const length = endSeconds - startSeconds;
  if (length <= wholeSeconds) return { fromSeconds: startSeconds, toSeconds: endSeconds };
  const middle = (fromSeconds + toSeconds) / 2;
  const from = Math.max(0, middle - partSeconds / 2);
  return { fromSeconds: startSeconds + from, toSeconds: startSeconds + Math.min(length, from + partSeconds) };
}

function placeOf({ startFrames, scale }: Alignment, fromSeconds: number): WaveformPlace {
  const startSeconds = startFrames / framesPerSecond + scale * fromSeconds;
  return { startSeconds, scale };
}

/** The alignment with the coherence; where the whole window was compared, also with what of it the sound covers. */
function withCoherence(alignment: Alignment, coherence: Coherence | null, window: QueryWindow): Alignment {
  if (!coherence) return alignment;
  const { scale } = alignment;
  const { heard, shown } = coherence;
  const count = (blocks: readonly boolean[]): number => blocks.filter(Boolean).length;
  const [first, last] = [shown.indexOf(true), shown.lastIndexOf(true)];
  if (window.endSeconds - window.startSeconds > wholeSeconds || first < 0) return { ...alignment, coherence };
  const inside = Math.max(1, count(heard.slice(first, last + 1)));
  // The blocks are seconds of the song.
  const seconds = (blocks: number): number => (blocks * coherenceHopSeconds) / scale;
  return {
    ...alignment,
    coherence,
    coverage: Math.max(alignment.coverage, count(shown) / inside),
    queryCoverage: Math.max(alignment.queryCoverage, count(shown) / Math.max(1, count(heard))),
    fromSeconds: Math.min(alignment.fromSeconds, seconds(first)),
    toSeconds: Math.max(alignment.toSeconds, seconds(last + 2)),
  };
}
