/** The features of the word models: knots of their curves, and the steps that are expected before any data. */
import type { FeatureShape } from '../../../models/fit-evidence-model.js';
import type { WordMeasurement, WordMeasurements } from './word-measurements.js';

export type WordFeature = FeatureShape & { readonly name: WordMeasurement };

export interface WordModel {
  readonly id: string;
  readonly features: readonly WordFeature[];
}

const wordProbability: WordFeature = {
  name: 'word_probability',
  unit: 'mean probability of the words when the recogniser writes them again',
  direction: 'rising',
  knots: [0.2, 0.4, 0.6, 0.8],
  expected: [1, 2, 1],
};
const logProbability: WordFeature = {
  name: 'log_probability',
  unit: 'mean natural logarithm of the probability of the tokens',
  direction: 'rising',
  knots: [-1.5, -1, -0.5, 0],
  expected: [1, 1, 0.5],
};
const noSpeech: WordFeature = {
  name: 'no_speech',
  unit: 'probability of no speech, by the recogniser',
  direction: 'falling',
  knots: [0, 0.3, 0.7, 1],
  expected: [0.5, 0.5, 1],
};
const language: WordFeature = {
  name: 'language',
  unit: 'probability of the likeliest language, by the recogniser',
  direction: 'rising',
  knots: [0.2, 0.5, 0.8, 1],
  expected: [0.5, 0.5, 0.5],
};
const voice: WordFeature = {
  name: 'voice',
  unit: 'highest probability of a voice in three seconds of the segment, by the classifier',
  direction: 'rising',
  knots: [0, 0.2, 0.5, 1],
  expected: [0.5, 0.5, 0.5],
};
/** From most measurements to fewest: an older export gives no times of words and so no second probability of them, an endpoint neither. */
export const wordModels: readonly WordModel[] = [
  { id: 'sung-words', features: [wordProbability, logProbability, noSpeech, language, voice] },
  { id: 'sung-words-untimed', features: [logProbability, noSpeech, voice] },
];

/** The first model whose features were all measured; null where an endpoint gives a text and nothing else. */
export function modelReading(measured: WordMeasurements): WordModel | null {
  return wordModels.find(({ features }) => features.every(({ name }) => measured[name] !== null)) ?? null;
}
