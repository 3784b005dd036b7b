import type { Config } from '../config/declaration.ts';
import { isOffline } from '../files/offline.ts';
import type { Files } from '../files/port.ts';
import { outboxInState } from '../outbox-in-state.ts';
import type { Finding } from './check.ts';

/** A folder that is not there, or that does not answer, was told when it was tried to write into it. */
const toldHere: ReadonlySet<string> = new Set(['otherOwner', 'otherFolder', 'noMarker', 'symlink']);

/**
 * Whether the outbox is that of this state, before a start finds out: of two Stockhands on one outbox the one that was
 * there writes no more (I2), and order files in an empty mount point reach nobody (fault 135).
 */
export async function ownerFindings(
  files: Files,
  { orders, dataDir }: Config,
): Promise<readonly Finding[]> {
  if (orders === undefined) return [];
  const place = orders.outbox.folder;
  const known = outboxInState(dataDir);
  const found = known && (await files.lookAtOutbox({ folder: place, known }));
  if (found === undefined) return [];
  if (isOffline(found)) {
    return toldHere.has(found.offline.reason)
      ? [{ area: 'files', level: 'error', place, ...found.offline }]
      : [];
  }
  if (found.ownerBefore === undefined) return [];
  return [
    {
      ...{ area: 'files', level: 'warning', place },
      sentence:
        'is the outbox of another Stockhand, or of one whose data folder is gone. The next start with this configuration takes it over; if the other still runs, it then writes no more orders there.',
      remedy:
        'If the other is to go on, name another folder as orders.outbox.folder. If this one is to take its place, stop the other first.',
    },
  ];
}
