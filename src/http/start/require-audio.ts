import { needsAudioMessage, type OperationName, operations } from '../../domain/operations.js';
import { Problem } from '../../domain/problems.js';

/** Throws the 422 where the operation listens and the music is notes. */
export function requireAudio(operation: OperationName, format: string): void {
  if (format === 'midi' && operations[operation].needsAudio) {
    throw new Problem('needs_audio', needsAudioMessage(operation));
  }
}
