/** What of the machine a sandboxed process must see to run this program: system libraries, Node, the program. */
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const systemFolders = ['/usr', '/nix/store', '/gnu/store', '/sys/devices/system/cpu'];
/** On most systems links into /usr. */
const systemLinks = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Of /etc only what the dynamic linker and the clock need. */
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/localtime',
];

const programRoot = resolve(import.meta.dirname, '../..');
const programParts = ['dist', 'src', 'fonts', 'models', 'package.json'];

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Folders and files to bind read-only, and links to make. */
export interface VisiblePaths {
  readonly bound: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

let known: VisiblePaths | null = null;

/** The same for all processes that this one starts. */
export function visiblePaths(): VisiblePaths {
  known ??= findVisiblePaths();
  return known;
}

function findVisiblePaths(): VisiblePaths {
  const links: { path: string; target: string }[] = [];
  const bound: string[] = [];
  for (const path of systemLinks.filter((candidate) => existsSync(candidate))) {
    if (lstatSync(path).isSymbolicLink()) links.push({ path, target: readlinkSync(path) });
    else bound.push(path);
  }
  const system = [...systemFolders, ...systemFiles];
  const program = [...programParts.map((part) => join(programRoot, part)), ...moduleFolders()];
  bound.push(...[...system, ...program].filter((path) => existsSync(path)));
  for (const path of [process.execPath, ...mappedLibraryFolders()]) {
    if (!bound.some((folder) => isBelow(path, folder))) bound.push(path);
  }
  return { bound, links };
}

/** Packages lie beside the program or, where it is itself installed as a package, above it. */
function moduleFolders(): string[] {
  const folders: string[] = [];
  for (let at = programRoot; ; at = dirname(at)) {
    folders.push(join(at, 'node_modules'));
    if (dirname(at) === at) return folders;
  }
}

/** Libraries of a Node that is built from parts, wherever its package manager keeps them. */
function mappedLibraryFolders(): string[] {
  try {
    const maps = readFileSync('/proc/self/maps', 'utf8');
    return [...new Set([...maps.matchAll(/(\/\S+)\/[^/\s]+\.so[.\d]*$/gm)].map((match) => match[1]!))];
  } catch {
    return [];
  }
}
