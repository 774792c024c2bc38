/** How strongly the processes that read untrusted files are separated from the service, strongest first. */
export type SandboxLevel =
  /** Linux namespaces by bubblewrap: no network, no other process, no file but what a process is given. */
  | 'namespaces'
  /** Decoding as another user, where the service was started as root. */
  | 'other-user'
  /** A process of its own with the service's user: limits on time and memory, nothing more. */
  | 'process';

/** What each level keeps a decoder that was taken over from. */
export const protection: Readonly<Record<SandboxLevel, string>> = {
  namespaces:
    'compute and decoding processes have no network, see no other process, and no file but the program and, for computing, uploads, caches and models',
  'other-user':
    "decoding processes run as another user: the service's settings, data folder and memory are closed to them; the network is not",
  process:
    "compute and decoding processes have limits of time and memory, but the service's user: they can read its files and access the network",
};

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
