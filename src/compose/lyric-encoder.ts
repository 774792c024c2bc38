/** The sentence encoder that `CONTRAFACT_ENCODER` names. */
import { chooseEncoder, defaultEncoderId, type LyricEncoder } from '../analyses/lyric-plagiarism/engine.js';
import { type Config, ConfigError } from '../config.js';
import { requireInstalled } from '../models/encoder-choice.js';
import { EncoderError } from '../models/encoder-error.js';

/** Throws ConfigError where there is no such encoder, or it is not installed whole. Opens no model. */
export function operatorEncoder({ encoder, modelsDir }: Config): LyricEncoder {
  const id = encoder ?? defaultEncoderId;
  try {
    requireInstalled(id, modelsDir);
    return chooseEncoder(id, modelsDir);
  } catch (error) {
    if (error instanceof EncoderError) throw new ConfigError([`CONTRAFACT_ENCODER: ${error.message}`]);
    throw error;
  }
}
