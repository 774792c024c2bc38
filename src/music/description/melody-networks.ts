/** The networks that find a melody's notes, which come with the program as data. */
import { loadNetwork } from '../../models/embedded/network-file.js';
import { loadSequenceNetworks } from '../../models/embedded/sequence-network-file.js';
import type { SequenceNetwork } from '../../signal/sequence-network.js';
import type { SmallNetwork } from '../../signal/small-network.js';
import { melodyFeatureNames } from './melody-features.js';
import { sequenceFeatureNames } from './melody-sequence.js';

export const noteNetworkId = 'melody-note-network';
const sequenceNetworkId = 'melody-sequence-network';

export const melodyOutputName = 'log-odds-of-melody';

export interface MelodyNetworks {
  /** The first look. */
  readonly note: SmallNetwork;
  /** The second look: their mean. */
  readonly sequence: readonly SequenceNetwork[];
  /** What a note that the line takes gains over its log-odds. */
  readonly gain: number;
  /** The log-odds to which the best clear note around is raised before that. */
  readonly clearLogOdds: number;
  /** The songs of POP909 that all were fitted on: what is measured on these is no proof. */
  readonly fittedOn: readonly string[];
}

let loaded: MelodyNetworks | undefined;

/** Read once a process. Throws where a file is not the one that its card names. */
export function melodyNetworks(): MelodyNetworks {
  if (loaded) return loaded;
  const note = loadNetwork(noteNetworkId, melodyFeatureNames, [melodyOutputName]);
  const sequence = loadSequenceNetworks(sequenceNetworkId, sequenceFeatureNames, melodyOutputName);
  loaded = {
    note: note.network,
    sequence: sequence.networks,
    gain: sequence.gain,
    clearLogOdds: sequence.clearLogOdds,
    fittedOn: sequence.card.fittedOn ?? [],
  };
  return loaded;
}
