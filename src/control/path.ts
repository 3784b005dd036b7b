import { hash } from 'node:crypto';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What fits into the address of a unix socket, without its final NUL: sun_path is 108 bytes on Linux, 104 on macOS. */
const pathBytesMax = { darwin: 103, other: 107 };

/**
 * Where the daemon of a data folder listens (contract.md section 2). Daemon and command compute the same from the
 * folder alone, so nothing of the environment counts: TMPDIR of a service is not TMPDIR of a person.
 */
export function controlPath(dataDir: string, platform: NodeJS.Platform = process.platform): string {
  const folder = real(resolve(dataDir));
  if (platform === 'win32') {
    // Windows does not tell upper from lower case in paths.
    return `\\\\.\\pipe\\stockhand-${shortHash(folder.toLowerCase())}`;
  }
  const inside = join(folder, 'control.sock');
  const bytesMax = platform === 'darwin' ? pathBytesMax.darwin : pathBytesMax.other;
  if (Buffer.byteLength(inside) <= bytesMax) return inside;
  return `/tmp/stockhand-${ownerOf(folder)}-${shortHash(folder)}.sock`;
}

/**
 * Anybody may put a socket into /tmp and wait there for our commands. So the name carries the owner of the data
 * folder, and only a socket of that owner, or of root, is spoken to.
 */
export function isTrusted(path: string): boolean {
  const [, owner] = /^\/tmp\/stockhand-(\d+)-[0-9a-f]{32}\.sock$/.exec(path) ?? [];
  if (owner === undefined) return true;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || found.uid === Number(owner) || found.uid === 0;
}

function ownerOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? process.getuid?.() ?? 0;
}

/** A folder reached by two names is one folder. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
