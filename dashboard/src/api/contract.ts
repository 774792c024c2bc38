/** The contract's objects, from the client's generated types: both speak the same interface. */
export type * from '../../../client/src/contract.js';
