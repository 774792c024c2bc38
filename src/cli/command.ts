/** What the commands have in common: `--json`, settings from the environment, checked numbers. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../config.js';

export interface JsonOption {
  json?: boolean;
}

/** Adds a command that can answer in JSON. */
export function addCommand(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description).option('--json', 'print the answer as JSON');
}

/** Throws ConfigError with every setting that is wrong. */
export function currentConfig(): Config {
  return readConfig(process.env);
}

/** A whole number from `min` to `max`, for `.option(…, …, parse)`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
