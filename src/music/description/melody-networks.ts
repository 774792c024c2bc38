/** The networks that find a melody's notes, which come with the program as data. */
import { loadNetwork } from '../../models/embedded/network-file.js';
import type { SmallNetwork } from '../../signal/small-network.js';
import { contextFeatureNames } from './melody-context.js';
import { melodyFeatureNames } from './melody-features.js';
import { songFeatureNames } from './melody-song.js';

export const noteNetworkId = 'melody-note-network';
export const contextNetworkId = 'melody-context-network';

/** What the second network reads: the note, the first answers around it, the song. */
export const secondLookFeatureNames = [...melodyFeatureNames, ...contextFeatureNames, ...songFeatureNames];

export const melodyOutputNames = ['log-odds-of-melody'];

export interface MelodyNetworks {
  readonly note: SmallNetwork;
  readonly context: SmallNetwork;
  /** The songs of POP909 that both were fitted on: what is measured on these is no proof. */
  readonly fittedOn: readonly string[];
}

let loaded: MelodyNetworks | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function melodyNetworks(): MelodyNetworks {
  if (loaded) return loaded;
  const note = loadNetwork(noteNetworkId, melodyFeatureNames, melodyOutputNames);
  const context = loadNetwork(contextNetworkId, secondLookFeatureNames, melodyOutputNames);
  loaded = { note: note.network, context: context.network, fittedOn: context.card.fittedOn ?? [] };
  return loaded;
}
