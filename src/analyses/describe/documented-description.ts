/** A song description in the field names of the interface: what the API and the command line show of it. */

import type { JsonObject } from '../../domain/task.js';
import { beatsABar } from '../../evidence-view/bars.js';
import { metreHypotheses } from '../../music/metre-hypotheses.js';
import {
  isTranscribed,
  keyName,
  type SongDescription,
  type SongNote,
  secondsAtBeat,
} from '../../music/song-description.js';
import { spelled } from '../../music/spelling.js';
import { rounded } from '../../numbers/rounded.js';
import { descriptionEngine } from './source.js';

/** As the song's own scale spells it: `Bb minor`. */
const keyOf = ({ key }: SongDescription): string | null => key && spelled(keyName(key), keyName(key));

/** Null of written notes. A recording in which no voice was measured leaves open whether what was tracked is one. */
function voiceOf({ source, voice }: SongDescription): JsonObject | null {
  if (source === 'midi') return null;
  if (!voice) return { presence: null, judgement: 'doubtful', detector: null };
  return { presence: voice.presence, judgement: voice.judgement, detector: voice.detector };
}

const metresOf = (song: SongDescription): JsonObject[] =>
  metreHypotheses(song).map(({ meter, tempoBpm, probability }) => ({
    meter,
    tempo_bpm: rounded(tempoBpm, 2),
    probability: rounded(probability, 3),
  }));

/** `notes`: also all notes of the mix, which are by far the most of it. */
export function documentedDescription(song: SongDescription, options: { notes: boolean }): JsonObject {
  const { key, tempoBpm, beats } = song;
  const note = (one: SongNote): JsonObject => ({
    start_seconds: rounded(secondsAtBeat(beats, one.onsetBeats), 3),
    end_seconds: rounded(secondsAtBeat(beats, one.onsetBeats + one.durationBeats), 3),
    onset_beats: rounded(one.onsetBeats, 3),
    duration_beats: rounded(one.durationBeats, 3),
    midi_pitch: one.midiPitch,
    salience: rounded(one.salience, 3),
  });
  const probabilityOfOthers = song.tempoHypotheses.reduce((sum, other) => sum + other.probability, 0);
  return {
    engine: descriptionEngine,
    source: song.source,
    is_estimated: isTranscribed(song),
    duration_seconds: rounded(song.durationSeconds, 3),
    tempo_bpm: rounded(tempoBpm, 2),
    tempo_hypotheses:
      beats.length < 2
        ? []
        : [{ ratio: 1, probability: 1 - probabilityOfOthers }, ...song.tempoHypotheses].map(
            ({ ratio, probability }) => ({
              tempo_bpm: rounded(tempoBpm * ratio, 2),
              ratio: rounded(ratio, 3),
              probability: rounded(probability, 3),
            }),
          ),
    meter: song.meter,
    beats_per_bar: beatsABar(song),
    meter_hypotheses: beats.length < 2 ? [] : metresOf(song),
    beats: beats.map((seconds) => rounded(seconds, 3)),
    downbeats: [...song.downbeats],
    tuning_cents: rounded(song.tuningCents, 1),
    key: keyOf(song),
    key_confidence: key ? rounded(key.confidence, 3) : 0,
    chords: song.chords.map((chord) => spelled(chord, keyOf(song))),
    melodies: {
      vocal: song.melody.vocal.map(note),
      instrumental: song.melody.instrumental.map(note),
      topline: song.melody.topline.map(note),
    },
    vocal_activity: song.vocalActivity.map(({ startSeconds, endSeconds }) => ({
      start_seconds: rounded(startSeconds, 3),
      end_seconds: rounded(endSeconds, 3),
    })),
    voice: voiceOf(song),
    sections: song.sections.map(({ startBeat, endBeat, label }) => ({
      start_seconds: rounded(secondsAtBeat(beats, startBeat), 3),
      end_seconds: rounded(secondsAtBeat(beats, endBeat), 3),
      start_beat: rounded(startBeat, 3),
      end_beat: rounded(endBeat, 3),
      label,
    })),
    ...(options.notes ? { notes: song.notes.map(note) } : {}),
  };
}
