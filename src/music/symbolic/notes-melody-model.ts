/** What the network of a transcription's melody is given (models/embedded/notes-melody-network/, note-planes.ts). */
export const notesMelodyNetworkId = 'notes-melody-network';
export const notesMelodyFeatureNames = ['notes-sounding', 'notes-begun', 'notes-length'];
