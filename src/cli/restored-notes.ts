import type { Restored } from '../backup/restore.ts';
import type { Config, SourceConfig } from '../config/declaration.ts';

interface Configured extends Pick<Config, 'orders'> {
  readonly catalog?:
    | { readonly sources: readonly Pick<SourceConfig, 'name' | 'afterImport' | 'contents'>[] }
    | undefined;
}

/** What the next run does about the time between, and what nobody but a person can know (fault 34). */
export function restoredNotes(
  { catalog, orders }: Configured,
  { at, orders: reach }: Pick<Restored, 'at' | 'orders'>,
): string[] {
  const sources = catalog?.sources ?? [];
  const named = (isMoved: boolean, isDelta: boolean): string[] =>
    sources
      .filter(({ afterImport }) => (afterImport === 'move') === isMoved)
      .filter(({ contents }) => (contents === 'delta') === isDelta)
      .map(({ name }) => name);
  return [
    ...(catalog === undefined
      ? []
      : [
          'Every article of the full exports that are in their folders is sent again by the next run, through the brakes.',
          'What was created since and is in no export any more stays on the marketplace; stockhand reconcile lists it.',
        ]),
    ...listed(named(true, false), 'put the newest export back from done/, or export again'),
    ...listed(named(true, true), `put what was exported since ${at} back from done/, in its order`),
    ...listed(
      named(false, true),
      'files that were read before the backup are not read again; what was not sent of them is reported until it is exported again',
    ),
    ...(orders === undefined
      ? []
      : [
          `Orders are read again from the place in the feed that the backup holds; files after ${reach?.sequence ?? 0} that the outbox remembers are not written again.`,
        ]),
  ];
}

function listed(sources: readonly string[], action: string): string[] {
  return sources.map((name) => `${name}: ${action}.`);
}
