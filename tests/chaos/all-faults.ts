/** The faults that leave a site usable: they run on one site, one after the other. */
import type { Fault } from './fault.js';
import { backendsKilled } from './faults/backends-killed.js';
import { badReceivers } from './faults/bad-receivers.js';
import { clockStepped } from './faults/clock-stepped.js';
import { computeKilled } from './faults/compute-killed.js';
import { databaseCrashed, databaseRestarted } from './faults/database-restarted.js';
import { importCutOff } from './faults/import-cut-off.js';
import { poolExhausted } from './faults/pool-exhausted.js';
import { requestCutOff } from './faults/request-cut-off.js';
import { tableLocked } from './faults/table-locked.js';

export const faults: readonly Fault[] = [
  computeKilled,
  databaseRestarted,
  databaseCrashed,
  backendsKilled,
  poolExhausted,
  tableLocked,
  requestCutOff,
  importCutOff,
  badReceivers,
  clockStepped,
];
