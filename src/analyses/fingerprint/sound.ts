/**
 * Decides doubtful places by the sound itself. Peaks find a place and cannot always distinguish a copy in a room from another
 * rendition of the same notes, nor a few surviving peaks from chance; the waveform can (coherence.ts), and where pitch or
 * tempo alone is changed the fine structure (fine-structure.ts).
 */
import type { AnalysisContext } from '../analysis.js';
import { isMatch, isSameSound, type Strictness } from './decision/decision.js';
import type { SongMatch } from './decision/matches.js';
import type { QueryWindow } from './extract.js';
import { type FineStructure, finePieceSeconds } from './fine-structure/sustained-levels.js';
import type { OpenMusic } from './ports.js';
import {
  covers,
  isByStretcher,
  isDoubtful,
  placeOf,
  rankOf,
  type SoundPlace,
  type Stretch,
  stretchOf,
  wholeSeconds,
} from './sound-places.js';
import type { Alignment } from './verification/measure.js';
import { type Coherence, coherenceHopSeconds } from './waveform/coherence.js';
import { isSurelySameWaveform } from './waveform/waveform-odds.js';

/** Where the sound of a query and of the songs is. */
export interface Sound {
  readonly path: string;
  /** Null where a song's file is not kept. */
  readonly openMusic: OpenMusic;
}

/** Songs compared a look-up: comparing costs a decoding each; and places of a song, which may repeat itself. */
const maxCompared = 2;
const maxPlaces = { waveform: 3, fineStructure: 2 } as const;
/** A song is decoded from its beginning up to the place: later places are not compared. */
const latestSeconds = 1800;

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
      .sort((a, b) => rankOf(b.alignment) - rankOf(a.alignment))
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
    const isStretched = isByStretcher(match.alignment);
    const alignments = [match.alignment, ...match.sections]
      .filter((place) => isByStretcher(place) === isStretched && isDoubtful(place, songs, strictness))
      .slice(0, isStretched ? maxPlaces.fineStructure : maxPlaces.waveform);
    const stretch = stretchOf(match.alignment, window);
    const places = alignments.map((place) => placeOf(place, stretch.fromSeconds - window.startSeconds));
    // Either file is decoded from its beginning.
    if (stretch.fromSeconds > latestSeconds) return null;
    if (places.some(({ startSeconds }) => startSeconds > latestSeconds)) return null;
    const found = await this.sounds(match.song.musicId, stretch, places);
    const measured = alignments.map((place, i) => withSound(place, found[i] ?? notCompared, window));
    const best = measured.findIndex(isSameSound);
    const alignment = measured[Math.max(0, best)]!;
    return { ...match, alignment, sections: best > 0 ? [] : match.sections };
  }

  private async sounds(
    musicId: string,
    stretch: Stretch,
    places: readonly SoundPlace[],
  ): Promise<ComparedSound[]> {
    const knownOf = (place: SoundPlace): ComparedPlace | undefined =>
      this.known.find(
        (other) =>
          other.musicId === musicId &&
          other.stretch.fromSeconds === stretch.fromSeconds &&
          covers(other.place, place, stretch),
      );
    const unknown = places.filter((place) => !knownOf(place));
    if (unknown.length > 0) {
      const found = await this.run(musicId, stretch, unknown);
      found.forEach((sound, i) => {
        this.known.push({ musicId, stretch, place: unknown[i]!, sound });
      });
    }
    return places.map((place) => knownOf(place)?.sound ?? notCompared);
  }

  /** Of places that are all by a stretcher, or none. */
  private async run(
    musicId: string,
    stretch: Stretch,
    places: readonly SoundPlace[],
  ): Promise<ComparedSound[]> {
    const { sound, context } = this;
    const opened = await sound.openMusic(musicId);
    if (!opened) return [];
    try {
      const input = { ...stretch, queryPath: sound.path, songPath: opened.music.path, places };
      const options = { signal: context.signal };
      if (isByStretcher(places[0]!)) {
        const found = await context.compute.run('fingerprint.fine-structure', input, options);
        return found.map((fineStructure) => ({ ...notCompared, fineStructure }));
      }
      const found = await context.compute.run('fingerprint.waveform', input, options);
      return found.map((coherence) => ({ ...notCompared, coherence }));
    } finally {
      await opened.release();
    }
  }
}

interface ComparedPlace {
  readonly musicId: string;
  readonly stretch: Stretch;
  readonly place: SoundPlace;
  readonly sound: ComparedSound;
}

/** Of a place: where it is by a stretcher the fine structure, else the waveform. Null where it was not compared or shows nothing. */
interface ComparedSound {
  readonly coherence: Coherence | null;
  readonly fineStructure: FineStructure | null;
}

const notCompared: ComparedSound = { coherence: null, fineStructure: null };

/** The alignment with its sound; where the whole window was compared, also with what of it the sound covers. */
function withSound(alignment: Alignment, sound: ComparedSound, window: QueryWindow): Alignment {
  const { coherence, fineStructure } = sound;
  const blocks = coherence ?? fineStructure;
  if (!blocks) return alignment;
  const { heard } = blocks;
  const shown = coherence && isSurelySameWaveform(coherence) ? coherence.held : blocks.shown;
  const count = (some: readonly boolean[]): number => some.filter(Boolean).length;
  const [first, last] = [shown.indexOf(true), shown.lastIndexOf(true)];
  if (window.endSeconds - window.startSeconds > wholeSeconds || first < 0) return { ...alignment, ...sound };
  const inside = Math.max(1, count(heard.slice(first, last + 1)));
  // Blocks of a waveform are seconds of the song, every half second.
  const hopSeconds = coherence ? coherenceHopSeconds / alignment.scale : finePieceSeconds;
  const [fromSeconds, toSeconds] = [first * hopSeconds, (last + (coherence ? 2 : 1)) * hopSeconds];
  return {
    ...alignment,
    ...sound,
    coverage: Math.max(alignment.coverage, count(shown) / inside),
    queryCoverage: Math.max(alignment.queryCoverage, count(shown) / Math.max(1, count(heard))),
    fromSeconds: Math.min(alignment.fromSeconds, fromSeconds),
    toSeconds: Math.max(alignment.toSeconds, toSeconds),
  };
}
