/** Asks for recordings among those of half of the collections at a time: copies at their true places, and songs whose collection is not registered. */
import type { QueryCase } from './cases.js';
import { LazyCatalogue, type MeasuredPlace } from './compared-places.js';
import { caseLabel, type QueryMaker } from './queries.js';
import { showProgress } from './report.js';
import type { BenchSong } from './songs.js';

const rate = 16_000;
/** A place is the copy's own where it begins so near to it. */
const ownSeconds = 0.3;

/** A query of which a check compared places: of a copy those at its true place, of anything else all of them. */
export interface WaveformCase {
  readonly group: string;
  readonly kind: string;
  readonly isPositive: boolean;
  readonly places: readonly MeasuredPlace[];
}

export interface SearchedRecording {
  readonly song: BenchSong;
  readonly collection: string;
  /** 0 or 1: in which of the two catalogues it is registered. */
  readonly side: number;
  /** Mono, 16 kHz. */
  readonly samples: Float32Array;
}

export interface RecordingSearches {
  readonly recordings: readonly SearchedRecording[];
  readonly maker: QueryMaker;
  /** What is asked for of the recording with this number. */
  casesOf(number: number, isRegistered: boolean): readonly QueryCase[];
  /** The places that a check of the query compares. */
  placesOf(catalogue: LazyCatalogue, name: string, query: Float32Array): Promise<readonly MeasuredPlace[]>;
}

export async function searchRecordings({
  recordings,
  maker,
  casesOf,
  placesOf,
}: RecordingSearches): Promise<WaveformCase[]> {
  const samplesOf = new Map(recordings.map(({ song, samples }) => [song.id, samples]));
  const cases: WaveformCase[] = [];
  for (const side of [0, 1]) {
    const registered = recordings.filter((one) => one.side === side).map(({ song }) => song.id);
    const catalogue = new LazyCatalogue(registered, async (id) => samplesOf.get(id)!);
    for (const [i, { song, collection, side: own, samples }] of recordings.entries()) {
      const isThere = own === side;
      for (const queryCase of casesOf(i, isThere)) {
        const [query] = await maker.make(song, samples.length / rate, queryCase);
        if (!query) continue;
        const name = `${catalogue.name} ${song.id} ${caseLabel(queryCase)}`;
        const places = await placesOf(catalogue, name, query.samples);
        const isOwn = ({ songId, startSeconds }: MeasuredPlace): boolean =>
          songId === song.id && Math.abs(startSeconds - query.startSeconds) < ownSeconds;
        cases.push({
          group: isThere ? collection : `not ${collection}`,
          kind: isThere ? queryCase.name : 'a song that is not registered',
          isPositive: isThere,
          places: isThere ? places.filter(isOwn) : places,
        });
      }
      showProgress(i + 1, recordings.length, `asking catalogue ${side + 1} of 2 for recordings`);
    }
    await catalogue.close();
  }
  return cases;
}
