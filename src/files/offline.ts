import { errorNumber } from '../domain/error-number.ts';
import { FolderHangs } from './deadline.ts';
import { lacksInodes } from './inodes.ts';

type OfflineReason =
  | 'missing'
  | 'notAFolder'
  | 'denied'
  | 'readOnly'
  | 'full'
  | 'pathTooLong'
  | 'busy'
  | 'hangs'
  | 'otherDevice'
  | 'otherFolder'
  | 'otherOwner'
  | 'noMarker'
  | 'symlink'
  | 'tooManyFiles'
  | 'failed';

/** The folder or file cannot be used now. This must never be read as "there are no files" (fault 16). */
export interface Offline {
  readonly offline: {
    readonly reason: OfflineReason;
    /** What is wrong with which path. */
    readonly sentence: string;
    /** What a person does, unless it heals by itself. */
    readonly remedy: string;
  };
}

interface OfflineEntry {
  readonly reason: OfflineReason;
  readonly what: string;
  readonly remedy: string;
}

const share = 'Nothing to do if the share is back soon: Stockhand tries again by itself.';
const unanswered =
  'Check that its server and the network are up, or mount it again; Stockhand tries again by itself.';
const denied: OfflineEntry = {
  reason: 'denied',
  what: 'may not be used by the account that Stockhand runs under',
  remedy: 'Give that account the right to read and write there.',
};
const tooManyOpen: OfflineEntry = {
  reason: 'failed',
  what: 'cannot be opened: too many files and connections are open already',
  remedy:
    'Stockhand continues by itself when some are closed; otherwise raise the limit (LimitNOFILE=, ulimit -n).',
};
const full: OfflineEntry = {
  reason: 'full',
  what: 'has no space left',
  remedy: 'Free space on that disk; Stockhand continues by itself.',
};

/** What an error number of the operating system means to a person. */
const byErrorNumber: ReadonlyMap<string, OfflineEntry> = new Map([
  [
    'ENOENT',
    {
      reason: 'missing',
      what: 'does not exist',
      remedy:
        'Connect the share or create the folder: Stockhand does not make it. Stockhand continues when it is there.',
    },
  ],
  [
    'ENOTDIR',
    {
      reason: 'notAFolder',
      what: 'is not a folder',
      remedy: 'Name a folder in the configuration.',
    },
  ],
  [
    'ELOOP',
    { reason: 'symlink', what: 'is a symbolic link', remedy: 'Name the folder that it points to.' },
  ],
  ['EACCES', denied],
  ['EPERM', denied],
  [
    'EROFS',
    {
      reason: 'readOnly',
      what: 'can only be read',
      remedy: 'Mount the disk writable; Stockhand continues by itself.',
    },
  ],
  [
    'EIO',
    {
      reason: 'failed',
      what: 'cannot be used now: the disk or the share reports an error (EIO)',
      remedy:
        'See in the log of the system what is wrong with it; Stockhand tries again by itself.',
    },
  ],
  [
    'ESTALE',
    {
      reason: 'failed',
      what: 'cannot be used now: the server of the share does not know it any more (ESTALE)',
      remedy: 'Mount the share again; Stockhand tries again by itself.',
    },
  ],
  ['EMFILE', tooManyOpen],
  ['ENFILE', tooManyOpen],
  ['ENOSPC', full],
  ['EDQUOT', full],
  [
    'ENAMETOOLONG',
    {
      reason: 'pathTooLong',
      what: 'has too long a path',
      remedy: 'Use a folder nearer to the root.',
    },
  ],
  [
    'EBUSY',
    {
      reason: 'busy',
      what: 'is held by another program (virus scanner, backup, Excel)',
      remedy: 'Close it there, or exclude the folder from the virus scanner and the backup.',
    },
  ],
  [
    'EXDEV',
    {
      reason: 'otherDevice',
      what: 'lies on two volumes',
      remedy: 'Unmount what is mounted inside the folder: files must appear by a rename.',
    },
  ],
]);

export function offline(reason: OfflineReason, sentence: string, remedy: string = share): Offline {
  return { offline: { reason, sentence, remedy } };
}

/** A folder does not answer. What lies there or on the same share stands still, and the rest continues (fault 17). */
export function offlineHanging(sentence: string): Offline {
  return offline('hangs', sentence, unanswered);
}

export function isOffline(result: object | boolean): result is Offline {
  return typeof result === 'object' && 'offline' in result;
}

/** For `catch`: this error number is as good as success, and any other error is thrown again. */
export function butNot(code: string): (cause: unknown) => undefined {
  return (cause) => {
    if (errorNumber(cause) !== code) throw cause;
  };
}

/** Turns a refusal of the operating system into a value. Any other error is our own mistake and is thrown again. */
export async function offlineBy(cause: unknown, path: string): Promise<Offline> {
  if (cause instanceof FolderHangs) return offlineHanging(cause.message);
  const code = errorNumber(cause);
  if (code === undefined) throw cause;
  const files = code === 'ENOSPC' ? await lacksInodes(path) : undefined;
  if (files !== undefined) return offline('full', `${path} ${files.what}.`, files.remedy);
  const entry = byErrorNumber.get(code);
  if (entry === undefined) return offline('failed', `${path} cannot be used now (${code}).`);
  return offline(entry.reason, `${path} ${entry.what}.`, entry.remedy);
}

/** Runs work on a path. Trouble of the disk or the share comes back as a value. */
export async function orOffline<T>(path: string, work: () => Promise<T>): Promise<T | Offline> {
  try {
    return await work();
  } catch (cause) {
    return offlineBy(cause, path);
  }
}
