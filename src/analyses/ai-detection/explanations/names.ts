/** The names of all alternative explanations, in the order of features and documents. */
export const explanationNames = [
  'held-tones',
  'recurring-note',
  'slow-grid',
  'onset-grid',
  'beating',
  'mains-hum',
  'codec-bands',
  'codec-frames',
] as const;
export type ExplanationName = (typeof explanationNames)[number];
