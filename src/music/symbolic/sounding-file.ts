/** A MIDI file's notes as a recording of them would be measured, for the networks that find beats, bars and the leading line of recordings. */

import type { SpectrumBands } from '../../signal/centre-salience.js';
import { type OnsetEvidence, onsetEvidence } from '../rhythm/onset-evidence.js';
import type { MidiFile } from './midi-reader.js';
import { type HeardNotes, notesAsSounding } from './notes-as-heard.js';
import { notesSpectrum } from './notes-spectrum.js';
import { type TempoMap, tempoMap } from './tempo-map.js';

export interface SoundingFile extends Pick<HeardNotes, 'activations' | 'notes'> {
  readonly map: TempoMap;
  readonly onsets: OnsetEvidence;
  /** At half of the activations' frames a second. */
  readonly bands: SpectrumBands;
}

/** `file`: with at least one note. Memory: some 100 kB a second of music. */
export function soundingFile(file: MidiFile): SoundingFile {
  const map = tempoMap(file);
  const { onset, activations, notes } = notesAsSounding(file.notes, map);
  return {
    map,
    activations,
    notes,
    onsets: onsetEvidence(onset, activations),
    bands: notesSpectrum(file.notes, map, Math.ceil(activations.frames / 2)),
  };
}
