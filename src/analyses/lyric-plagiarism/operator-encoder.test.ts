import { expect, it } from 'vitest';
import { readConfig } from '../../config.js';
import { ConfigError } from '../../domain/config-error.js';
import { operatorEncoder } from './operator-encoder.js';

const encoderOf = (id: string): unknown =>
  operatorEncoder(readConfig({ CONTRAFACT_ENCODER: id, CONTRAFACT_MODELS_DIR: '/nowhere' }));

it('is the shipped encoder unless the operator names another', () => {
  expect(operatorEncoder(readConfig({})).id).toBe('mini-multi-static-128');
});

it('stops the start with what to do where the encoder is unknown or not installed', () => {
  expect(() => encoderOf('nothing')).toThrow(ConfigError);
  expect(() => encoderOf('nothing')).toThrow(/CONTRAFACT_ENCODER: There is no sentence encoder "nothing"/);
  expect(() => encoderOf('labse')).toThrow(/contrafact models pull labse/);
  expect(() => encoderOf('whisper-tiny')).toThrow(/no sentence encoder/);
});
