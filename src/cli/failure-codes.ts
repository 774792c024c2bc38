/** What `--json` calls the reasons for which a command gave no answer; docs/command-line.md has the same table. */
import type { AdministrationFault } from '../accounts/administration-error.js';
import { ComputeError } from '../domain/compute.js';
import { isDiskFull } from '../domain/disk-full.js';
import { exitCodes } from './exit-codes.js';

/** As HTTP's problem documents name them. */
const audioFaults = ['not_decodable', 'audio_too_long'] as const;
type AudioFault = (typeof audioFaults)[number];

export type FailureCode =
  | 'usage'
  | 'invalid_setting'
  | 'unavailable'
  | 'interrupted'
  | 'no_such_file'
  | 'no_model'
  | 'disk_full'
  | 'failed'
  | 'internal_error'
  | AudioFault
  | AdministrationFault;

/** In the order of the page; a code that is missing here does not compile. */
export const failureCodes = Object.keys({
  usage: 0,
  invalid_setting: 0,
  no_such_file: 0,
  not_decodable: 0,
  audio_too_long: 0,
  no_model: 0,
  disk_full: 0,
  account_needed: 0,
  unknown_account: 0,
  unknown_dataset: 0,
  unknown_key: 0,
  unknown_member: 0,
  email_taken: 0,
  invalid_argument: 0,
  unavailable: 0,
  interrupted: 0,
  failed: 0,
  internal_error: 0,
} satisfies Record<FailureCode, 0>) as FailureCode[];

/** Of an error of an analysis: its message names the missing model with the command that installs it. */
export function codeOfAnalysis(error: Error): FailureCode {
  const code = 'code' in error ? error.code : null;
  const fault = audioFaults.find((one) => one === code);
  if (fault) return fault;
  const failure = error instanceof ComputeError ? error.failure : null;
  if (failure === 'disk-full') return 'disk_full';
  if (failure === 'internal') return 'internal_error';
  return error.message.includes('contrafact models pull') ? 'no_model' : 'failed';
}

/** Of an error of the system, in reading or writing a file. */
export function codeOfSystem(error: unknown): FailureCode {
  return isDiskFull(error) ? 'disk_full' : 'failed';
}

/** Of an end that says no more than how it ended. */
export function codeOfExit(exitCode: number): FailureCode {
  switch (exitCode) {
    case exitCodes.usage:
      return 'usage';
    case exitCodes.unavailable:
      return 'unavailable';
    case exitCodes.interrupted:
      return 'interrupted';
    default:
      return 'failed';
  }
}
