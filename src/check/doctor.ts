import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/declaration.ts';
import type { StockhandError } from '../domain/error.ts';
import type { NeedsYou, StatusFacts } from '../domain/facts.ts';
import { unwatchedFolders } from '../domain/unwatched.ts';
import { grownJournals, journalBytesMax, megabytes } from '../journals.ts';
import { version } from '../version.ts';
import type { Finding } from './check.ts';

/** What is known about the state: told by the daemon that runs on it, or found out here if none does. */
export type StateLook =
  | { readonly isDaemon: boolean; readonly facts: StatusFacts }
  | { readonly isDaemon: boolean; readonly failure: Pick<StockhandError, 'message' | 'remedy'> };

/** Node 20 is past its end of life (contract.md section 1). */
const nodeMajorMin = 22;
/** An export, its copy and the databases' journals need room. Below the second limit SQLite may fail at any time. */
const roomWarnBytes = 1_000_000_000;
const roomErrorBytes = 100_000_000;

/** Findings about this machine and the disk that the state is on. */
export function machineFindings(
  { dataDir }: Config,
  nodeVersion = process.versions.node,
): Finding[] {
  return [nodeFinding(nodeVersion), roomFinding(dataDir), ...journalFindings(dataDir)];
}

function nodeFinding(nodeVersion: string): Finding {
  const base = { area: 'machine', place: 'Node.js' } as const;
  if (Number.parseInt(nodeVersion, 10) >= nodeMajorMin)
    return { ...base, level: 'ok', sentence: `is ${nodeVersion}.` };
  return {
    ...base,
    level: 'warning',
    sentence: `is ${nodeVersion}, which no longer gets security fixes.`,
    remedy: 'Install Node.js 24 LTS.',
  };
}

function roomFinding(dataDir: string): Finding {
  const base = { area: 'machine', place: dataDir } as const;
  const bytes = freeBytes(dataDir);
  if (bytes === undefined)
    return {
      ...base,
      level: 'error',
      sentence: 'its drive is not there, or does not answer.',
      remedy: 'Connect the drive, or name another folder as dataDir.',
    };
  const sentence = `${megabytes(bytes)} MB are free.`;
  if (bytes >= roomWarnBytes) return { ...base, level: 'ok', sentence };
  const level = bytes >= roomErrorBytes ? 'warning' : 'error';
  return { ...base, level, sentence, remedy: 'Free space: a full disk stops all sending.' };
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = fs.statfsSync(nearest(folder));
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** The folder itself, or the nearest one above it that is there. Of a drive that is not there (`Z:\`), its root. */
function nearest(folder: string): string {
  const above = path.dirname(folder);
  return fs.existsSync(folder) || above === folder ? folder : nearest(above);
}

function journalFindings(dataDir: string): Finding[] {
  return grownJournals(dataDir).map(({ file, bytes }) => ({
    area: 'machine',
    level: 'warning',
    place: file,
    sentence: `has ${megabytes(bytes)} MB and should have ${megabytes(journalBytesMax)} MB at most.`,
    remedy: 'End programs that read the database; a daemon then makes it smaller by itself.',
  }));
}

/** Findings about the daemon: whether it runs, and what it says of itself (contract.md `doctor`). */
export function stateFindings(look: StateLook): Finding[] {
  if ('failure' in look) return [failureFinding(look.failure)];
  const { facts, isDaemon } = look;
  return [
    daemonFinding(isDaemon ? facts.version : undefined),
    ...unwatchedFindings(facts),
    ...facts.needsYou.map(needFinding),
  ];
}

function failureFinding({ message, remedy }: Pick<StockhandError, 'message' | 'remedy'>): Finding {
  return { area: 'daemon', level: 'error', place: 'state', sentence: message, remedy };
}

function daemonFinding(running: string | undefined): Finding {
  const base = { area: 'daemon', place: 'daemon' } as const;
  if (running === undefined)
    return {
      ...base,
      level: 'warning',
      sentence: 'none runs on this state: nothing is read or sent.',
      remedy: 'Start it: stockhand run.',
    };
  if (running === version) return { ...base, level: 'ok', sentence: `runs, version ${running}.` };
  return {
    ...base,
    level: 'warning',
    sentence: `runs version ${running}, and this program is ${version}.`,
    remedy: 'Restart the daemon.',
  };
}

function unwatchedFindings(facts: StatusFacts): Finding[] {
  return unwatchedFolders(facts).map((folder) => ({ area: 'daemon', level: 'warning', ...folder }));
}

function needFinding({ id, what, cause, effect, fix }: NeedsYou): Finding {
  const sentence = `${what} ${cause} ${effect}`;
  return { area: 'needsYou', level: 'error', place: id, sentence, remedy: fix };
}
