/** How strongly the processes that read untrusted files are separated from the service, strongest first. */
export type SandboxLevel =
  /** Linux namespaces by bubblewrap: no network, no other process, no file but what a process is given. */
  | 'namespaces'
  /** Decoding as another user, where the service was started as root. */
  | 'other-user'
  /** A process of its own with the service's user: limits on time and memory, nothing more. */
  | 'process';

/** How child processes are started here. Plain data: compute processes receive it for their decoders. */
export interface SandboxPlan {
  readonly level: SandboxLevel;
  /** Path of the program `bwrap`; for `namespaces`. */
  readonly bubblewrap: string | null;
  /**
   * A /proc of its own; or the outer one, where none can be mounted, as in many containers: it then shows other processes,
   * but the kernel keeps a process of an inner user namespace from looking into them.
   */
  readonly proc: 'own' | 'outer' | 'outer-read-only';
  /** User and group of decoding processes; for `other-user`. */
  readonly decoderUser: number | null;
}

export const noSandbox: SandboxPlan = {
  level: 'process',
  bubblewrap: null,
  proc: 'outer',
  decoderUser: null,
};

/** What a sandboxed process may use beside the program and the system's libraries. Absolute paths that exist. */
export interface SandboxFolders {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Kept out of sight also where they lie below a folder that is visible. */
  readonly hidden: readonly string[];
}

export const noFolders: SandboxFolders = { readable: [], writable: [], hidden: [] };
