/** Tables of the fingerprint index. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the index
export interface FingerprintTables {}
