/** The sentence encoder that `CONTRAFACT_ENCODER` names. */
import { ConfigError } from '../../domain/config-error.js';
import { requireInstalled } from '../../models/encoder-choice.js';
import { EncoderError } from '../../models/encoder-error.js';
import { chooseEncoder, defaultEncoderId, type LyricEncoder } from './engine.js';

/** Throws ConfigError where there is no such encoder, or it is not installed whole. Opens no model. */
export function operatorEncoder({
  encoder,
  modelsDir,
}: {
  /** Null: the one that comes with the program. */
  readonly encoder: string | null;
  readonly modelsDir: string;
}): LyricEncoder {
  const id = encoder ?? defaultEncoderId;
  try {
    requireInstalled(id, modelsDir);
    return chooseEncoder(id, modelsDir);
  } catch (error) {
    if (error instanceof EncoderError) throw new ConfigError([`CONTRAFACT_ENCODER: ${error.message}`]);
    throw error;
  }
}
