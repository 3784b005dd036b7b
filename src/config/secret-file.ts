import { chmod, readFile, stat } from 'node:fs/promises';
import { argument } from '../domain/argument.ts';
import type { Answer } from './references.ts';

const secretBytesMax = 65_536;
const othersMask = 0o007;

/**
 * The text of a file that `${file:PATH}` names, without line ends at its end. A file that every user of the machine
 * can read is closed to them, or refused where that is not ours to do (fault 122). Windows has no such bits.
 */
export async function readSecretFile(path: string, platform: NodeJS.Platform): Promise<Answer> {
  try {
    const { mode, size } = await stat(path);
    if ((mode & 0o170000) !== 0o100000) return fault(path, 'is not a file');
    if (size > secretBytesMax) return fault(path, 'is larger than 64 kB');
    if (platform !== 'win32' && (mode & othersMask) !== 0 && !(await closed(path, mode))) {
      const text = `the file ${path} can be read by every user of this machine`;
      return { fault: `needs a secret, but ${text}`, remedy: `Run: chmod o-rwx ${argument(path)}` };
    }
    return secretIn(path, await readFile(path));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    return fault(path, code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
  }
}

/** Windows PowerShell writes UTF-16: decoded as UTF-8 that would be another secret, and refused far from here. */
function secretIn(path: string, bytes: Uint8Array): Answer {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text: text.replace(/[\r\n]+$/, '') };
  } catch {
    return fault(path, 'is not UTF-8', 'Save it as UTF-8.');
  }
}

function fault(path: string, why: string, remedy = 'Correct the path, or the file.'): Answer {
  return { fault: `needs the file ${path}, which ${why}`, remedy };
}

async function closed(path: string, mode: number): Promise<boolean> {
  return chmod(path, mode & 0o7777 & ~othersMask).then(
    () => true,
    () => false,
  );
}
