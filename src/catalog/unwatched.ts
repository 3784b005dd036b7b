import type { SourceFacts } from '../domain/facts.ts';
import type { WatchFacts } from '../files/watch.ts';
import { lookEveryMs } from './looks.ts';

const remedy =
  'Where it lasts, raise fs.inotify.max_user_watches (sysctl) and restart Stockhand; no export is missed meanwhile.';

/** That a watcher does not tell what it should (fault 19). A share that never tells anything is no fault of ours. */
export function unwatchedFact(
  watched: readonly WatchFacts[],
  folder: string,
): SourceFacts['unwatched'] {
  const facts = watched.find((each) => each.folder === folder);
  const cause = facts && causeOf(facts);
  if (cause === undefined) return undefined;
  return {
    sentence: `Changes in ${folder} are not told at once: ${cause}. It is looked at every ${lookEveryMs / 1_000} s all the same.`,
    remedy,
  };
}

function causeOf({ failed, because, deaf, missed }: WatchFacts): string | undefined {
  if (failed) return because;
  if (!deaf) return undefined;
  const changes = missed === 1 ? 'a change' : `${missed} changes`;
  return `the system has said nothing of ${changes} that a look found`;
}
