/** What the two songs of a match are called: a search has a submitted song and a database, a comparison two songs. */
import { createContext } from 'react';
import type { SideName } from './use-pair-player.js';

export interface SideWords {
  readonly head: string;
  readonly inSentence: string;
  readonly play: string;
}

export const searchSides: Readonly<Record<SideName, SideWords>> = {
  original: { head: 'Submitted', inSentence: 'the submitted song', play: 'Play submitted' },
  comparison: { head: 'Database', inSentence: 'the database’s song', play: 'Play database' },
};

export const comparisonSides: Readonly<Record<SideName, SideWords>> = {
  original: { head: 'First song', inSentence: 'the first song', play: 'Play first' },
  comparison: { head: 'Second song', inSentence: 'the second song', play: 'Play second' },
};

export const SidesContext = createContext(searchSides);
