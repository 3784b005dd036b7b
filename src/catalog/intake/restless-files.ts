import type { NeedsYou } from '../../domain/facts.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { type UnreadFile, waitRemedy } from './lonely-files.ts';
import { createWaitingSince } from './waiting-since.ts';

/** So long an ERP may write on one export; or ten quiet times, if that is longer. */
const writingMaxMs = 10 * 60_000;
const quietTimesMax = 10;

/**
 * Marks files that have been written for too long without a rest (fault 1). Under `pick: newest` and `union` the time
 * is counted for the source, because its export may be written again and again under new names; else for each file.
 */
export function createRestlessWatch({ pick, stable }: Pick<SourceConfig, 'pick' | 'stable'>) {
  const maxMs = Math.max(writingMaxMs, quietTimesMax * stable.quiet);
  const isOne = pick === 'newest' || pick === 'union';
  const sinceOf = createWaitingSince(isWritten, ({ name }) => (isOne ? '' : name));
  return (waiting: readonly UnreadFile[], nowMs: number): readonly UnreadFile[] => {
    const since = sinceOf(waiting, nowMs);
    return waiting.map((file) =>
      isWritten(file) && nowMs - since(file) >= maxMs ? { ...file, neverRests: true } : file,
    );
  };
}

function isWritten({ why }: UnreadFile): boolean {
  return why === 'resting';
}

export function restlessSentence({ name }: Pick<UnreadFile, 'name'>): string {
  return `${name} is not read, because it never stops changing.`;
}

export function restlessNeeds(
  { name, stable }: Pick<SourceConfig, 'name' | 'stable'>,
  waiting: readonly UnreadFile[],
): readonly NeedsYou[] {
  const restless = waiting.find(({ neverRests }) => neverRests);
  if (restless === undefined) return [];
  const quiet = `${stable.quiet / 1_000} s`;
  return [
    {
      id: `restless-${name}`,
      what: `${name}: ${restlessSentence(restless)}`,
      cause: `It is written again and again; an export is read once nothing of it has changed for ${quiet} (stable.quiet).`,
      effect: 'Buyers see what was exported before.',
      fix: `${waitRemedy(restless)} If the ERP exports more often than every ${quiet}, let it export less often.`,
    },
  ];
}
