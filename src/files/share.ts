import { readFile, readlink } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep, win32 } from 'node:path';
import { isNetworkPath } from './disk.ts';

interface Mount {
  readonly point: string;
  readonly type: string;
}

/** `fuseblk` is not among them: it is a local disk (ntfs-3g). Every other FUSE program may wait for a network. */
const shareTypes =
  /^(?:nfs4?|cifs|smb3|smbfs|ncpfs|9p|ceph|afs|coda|davfs|autofs|gfs2|ocfs2|lustre|beegfs\w*|vboxsf|prl_fs|vmhgfs|fuse|fuse\..+)$/;
/** A path with more links than this leads round in a circle. */
const linksMax = 40;

/** Reads the lines of /proc/self/mountinfo; see proc(5). */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const words = line.split(' ');
    const point = words[4];
    const type = words[words.indexOf('-') + 1];
    if (point === undefined || type === undefined) return [];
    return [{ point: unescaped(point), type }];
  });
}

function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** The share that a path without links lies on; undefined for a local disk. */
export function shareAt(mounts: readonly Mount[], path: string): string | undefined {
  const holds = ({ point }: Mount): boolean =>
    path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`);
  // Of two mounts at one place the later hides the earlier.
  const nearest = mounts
    .filter(holds)
    .reduce<Mount | undefined>(
      (best, mount) => (mount.point.length >= (best?.point.length ?? 0) ? mount : best),
      undefined,
    );
  return nearest !== undefined && shareTypes.test(nearest.type) ? nearest.point : undefined;
}

/**
 * The share that a folder lies on; calls to one share may hang together (fault 17). It is found without touching the
 * share, because a look at it can hang already. Undefined for a folder of a local disk.
 */
export async function shareOf(
  folder: string,
  mounts?: readonly Mount[],
): Promise<string | undefined> {
  const path = resolve(folder);
  if (process.platform === 'win32') return windowsShare(path, parse(process.execPath).root);
  return walk(mounts ?? parseMounts(await mountTable()), path, 0);
}

/** Empty where the system has no such table: then every folder counts as local. */
function mountTable(): Promise<string> {
  return readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
}

/**
 * On Windows only a call to a drive tells whether its letter is a mapped share, and that call may hang. So every drive
 * but the program's own counts as a share.
 */
export function windowsShare(path: string, ownRoot: string): string | undefined {
  const { root } = win32.parse(path);
  if (isNetworkPath(path)) return root.toLowerCase();
  return root.toLowerCase() === ownRoot.toLowerCase() ? undefined : root.toLowerCase();
}

/** Goes down the path, follows links and stops at the first share. */
async function walk(
  mounts: readonly Mount[],
  path: string,
  links: number,
): Promise<string | undefined> {
  let here = parse(path).root;
  for (const name of path.slice(here.length).split(sep).filter(Boolean)) {
    const next = join(here, name);
    const share = shareAt(mounts, next);
    if (share !== undefined) return share;
    const target = await readlink(next).catch(() => undefined);
    if (target !== undefined) {
      const rest = path.slice(next.length);
      if (links >= linksMax) return undefined;
      return walk(mounts, resolve(dirname(next), target) + rest, links + 1);
    }
    here = next;
  }
  return undefined;
}
