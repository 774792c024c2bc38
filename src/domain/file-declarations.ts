/** What a file states about itself beside its sound. Anybody can write it; that it is absent means nothing. */

/** The active manifest of a file's Content Credentials (C2PA), as the C2PA project's library judged it. */
export interface ContentCredentials {
  /** `intact`: the signature holds and the audio is what was signed; `broken`: it is not; `unreadable`: no manifest that can be read. */
  readonly signature: 'intact' | 'broken' | 'unreadable';
  /** The program that made the claim, with its version. */
  readonly claimGenerator: string | null;
  /** As its certificate has it; no list of trusted signers is kept here. */
  readonly signedBy: string | null;
  /** Whether the manifest declares trained algorithmic media; null where it does not state a source. */
  readonly declaresAi: boolean | null;
  /** What did not hold, by C2PA's codes. */
  readonly problems: readonly string[];
}

export interface FileDeclarations {
  /** By field, uncleaned; at most 64 of at most 1,000 characters. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether the file has more tags than are read: there are none here then. */
  readonly isOverTagBudget: boolean;
  /** Null where there are none, or where the format holds none. */
  readonly contentCredentials: ContentCredentials | null;
}
