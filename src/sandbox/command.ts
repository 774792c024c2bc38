/** The command line that starts a Node process within the sandbox of a plan. */
import { childEnvironment } from './child-entry.js';
import type { SandboxFolders, SandboxPlan } from './plan.js';
import { isBelow, visiblePaths } from './visible-paths.js';

/** How to start a Node process: `file` with `args` before Node's own, and `options` for `spawn` or `fork`. */
export interface SandboxedNode {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number; readonly detached?: boolean };
  readonly env: NodeJS.ProcessEnv;
  /** Whether the kernel ends it with its parent, so that it need not look whether that still lives. */
  readonly endsWithParent: boolean;
}

/** Without a sandbox of its own. */
export function plainNode(): SandboxedNode {
  return {
    file: process.execPath,
    args: [],
    options: {},
    env: childEnvironment(),
    endsWithParent: false,
  };
}

/** A compute process: it sees `folders`, and starts decoders in sandboxes of their own. */
export function sandboxedCompute(plan: SandboxPlan, folders: SandboxFolders): SandboxedNode {
  return plan.level === 'namespaces' ? inNamespaces(plan, folders) : plainNode();
}

/** A decoding process: it sees no folder at all; its file is its standard input. */
export function sandboxedDecoder(plan: SandboxPlan, hidden: readonly string[] = []): SandboxedNode {
  if (plan.level === 'namespaces') return inNamespaces(plan, { readable: [], writable: [], hidden });
  if (plan.decoderUser === null) return plainNode();
  const options = { uid: plan.decoderUser, gid: plan.decoderUser };
  return { ...plainNode(), options, env: withoutTemporaryFolder() };
}

/** The plan that holds for processes started from within the sandbox of `plan`. */
export function nestedPlan(plan: SandboxPlan): SandboxPlan {
  // A second /proc can be mounted only where all of the first is visible, and bubblewrap covers parts of it.
  return { ...plan, proc: 'outer-read-only' };
}

/** "nobody" */
const innerUser = 65_534;
const procArguments = {
  own: ['--proc', '/proc'],
  // Writable, because the user map of a decoder's own sandbox is written there.
  outer: ['--bind', '/proc', '/proc'],
  'outer-read-only': ['--ro-bind', '/proc', '/proc'],
} as const;

function inNamespaces(plan: SandboxPlan, folders: SandboxFolders): SandboxedNode {
  if (plan.bubblewrap === null) throw new Error('namespaces need bubblewrap');
  const { bound, links } = visiblePaths();
  const given = [...folders.readable, ...folders.writable];
  const covered = folders.hidden.filter((path) => bound.some((folder) => isBelow(path, folder)));
  const args = [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--cap-drop', 'ALL'],
    // Within, the service's user has this number. Root must not stay 0: without capabilities it could open no sandbox in this one.
    ...['--uid', String(innerUser), '--gid', String(innerUser)],
    // Beginning with what others are mounted upon.
    ...['--tmpfs', '/tmp', '--dev', '/dev'],
    ...procArguments[plan.proc],
    ...links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...bound.flatMap((path) => ['--ro-bind', path, path]),
    ...covered.flatMap((path) => ['--tmpfs', path]),
    ...folders.readable.flatMap((path) => ['--ro-bind', path, path]),
    ...folders.writable.flatMap((path) => ['--bind', path, path]),
    ...['--chdir', '/', '--', process.execPath],
  ];
  if (given.some((path) => !path.startsWith('/'))) throw new Error('sandbox folders must be absolute');
  return {
    file: plan.bubblewrap,
    args,
    // A session of its own: a terminal's Ctrl-C would end bubblewrap, and with it what runs inside.
    options: { detached: true },
    env: withoutTemporaryFolder(),
    endsWithParent: true,
  };
}

/** The service's own is closed to these processes: they use /tmp. */
function withoutTemporaryFolder(): NodeJS.ProcessEnv {
  const { TMPDIR, ...rest } = childEnvironment();
  return rest;
}
