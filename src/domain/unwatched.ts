import type { Advice, StatusFacts } from './facts.ts';

/** What a folder's watcher says of itself (files/watch.ts). */
interface Hearing {
  readonly folder: string;
  readonly failed: boolean;
  /** Not watched because of a limit of the system. */
  readonly isLimit?: boolean;
  readonly because?: string;
  readonly missed: number;
  readonly deaf: boolean;
}

const raise =
  'Where it lasts, raise fs.inotify.max_user_watches (sysctl) and restart Stockhand; nothing is missed meanwhile.';
const watchedAgain = 'Stockhand watches it again by itself; nothing is missed meanwhile.';

/** That a watcher does not tell what it should (fault 19). A share that never tells anything is no fault of ours. */
export function unwatchedFact(
  watched: readonly Hearing[],
  { folder, lookEveryMs }: { readonly folder: string; readonly lookEveryMs: number },
): Advice | undefined {
  const facts = watched.find((each) => each.folder === folder);
  const cause = facts && causeOf(facts);
  if (cause === undefined) return undefined;
  return {
    sentence: `Changes in ${folder} are not reported at once: ${cause}. Stockhand still looks at it every ${lookEveryMs / 1_000} s.`,
    remedy: facts?.isLimit === true ? raise : watchedAgain,
  };
}

/** Each with whose folder it is. */
export function unwatchedFolders({
  catalog,
  orders,
}: Pick<StatusFacts, 'catalog' | 'orders'>): readonly (Advice & { readonly place: string })[] {
  const folders = [
    ...(catalog?.sources ?? []).map(({ name, unwatched }) => ({ place: name, unwatched })),
    { place: 'outbox', unwatched: orders?.outbox.unwatched },
    { place: 'commands', unwatched: orders?.commands.unwatched },
  ];
  return folders.flatMap(({ place, unwatched }) =>
    unwatched === undefined ? [] : [{ place, ...unwatched }],
  );
}

function causeOf({ failed, because, deaf, missed }: Hearing): string | undefined {
  if (failed) return because;
  if (!deaf) return undefined;
  const changes = missed === 1 ? 'a change' : `${missed} changes`;
  return `the system did not report ${changes} that a look found`;
}
