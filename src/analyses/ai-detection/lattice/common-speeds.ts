/**
 * Speeds at which music is usually changed. A search over all speeds looks at thousands of places; these few are named
 * before it looks, so a lattice at one of them has far fewer rivals. A pitch shifter resamples as well: by a semitone.
 */
import { latticeFamilies } from './lattices.js';

const semitone = 2 ** (1 / 12);
/** Film at 24 frames a second played at 25; back again is 4 % slower. */
const film = 25 / 24;
/** Of players and disc jockeys, as far as the search goes. */
const percents = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6];

export const commonSpeeds: readonly number[] = [
  ...percents.map((percent) => 1 + percent / 100),
  semitone,
  1 / semitone,
  film,
];

/** How near a search's steps of 0.004 % come to a speed that shifters keep to a few of them. */
const tolerance = 1.2e-4;
/** What is named before and what is searched are two questions to one recording. */
const questions = 2;

const isNear = (value: number, place: number): boolean => Math.abs(value / place - 1) < tolerance;

export const isCommonSpeed = (scale: number): boolean => commonSpeeds.some((speed) => isNear(scale, speed));

/** Places of all families together. */
export const commonSpeedCandidates = questions * latticeFamilies.length * commonSpeeds.length;

/** The listed spacings, played at the common speeds, between two limits in Hz; each once. */
export function commonPlacesHz({ from, to }: { readonly from: number; readonly to: number }): number[] {
  const spacings = latticeFamilies.flatMap(({ spacingsHz }) => spacingsHz);
  const places = spacings
    .flatMap((spacing) => commonSpeeds.map((speed) => spacing * speed))
    .filter((hz) => hz >= from && hz <= to)
    .sort((a, b) => a - b);
  return places.filter((hz, index) => index === 0 || !isNear(hz, places[index - 1]!));
}

/** Among how many candidates a spacing counts that lies on one of these places; null where it lies on none. */
export const candidatesOnPlaces = (spacingHz: number, placesHz: readonly number[]): number | null =>
  placesHz.some((place) => isNear(spacingHz, place)) ? questions * placesHz.length : null;
