import { counted } from '../../domain/counted.ts';
import { StockhandError } from '../../domain/error.ts';
import type { Engine } from '../engine.ts';
import type { FlowDeps } from '../flow.ts';
import { unknownContent } from '../pass/assumed.ts';
import { growingBytes } from '../terms/growing.ts';
import { type ListedProduct, sumsOfListed } from '../terms/listed.ts';
import { walkList } from './list-walk.ts';

/** What `adopt` made of the marketplace's list. */
export interface AdoptReport {
  readonly listed: number;
  /** Taken over: known from now on, and compared with the exports before anything of it is sent. */
  readonly adopted: number;
  /** Products that were confirmed already or have a request under way: left as they were. */
  readonly known: number;
  /** Items of the list without a number of ours. */
  readonly unnamed: number;
}

/**
 * Takes over what is on the marketplace already: every listed product becomes known with the content that the list
 * shows, so that the first export sends only what differs. Nothing is sent, and nothing vanishes because of it. May be
 * repeated. Throws LIST_UNREADABLE; what was taken over until then stays.
 */
export async function adopt(
  deps: FlowDeps,
  engine: Engine,
  signal: AbortSignal,
): Promise<AdoptReport> {
  const total = { listed: 0, adopted: 0, known: 0, unnamed: 0 };
  const seen = growingBytes();
  for await (const step of walkList(deps, signal)) {
    if ('restarted' in step) continue;
    const ids = engine.learn(step.items.map(({ externalId }) => externalId));
    total.unnamed += step.unnamed;
    deps.store.transaction(() => {
      deps.store.index.voidKnown();
      step.items.forEach((item, index) => {
        const id = ids[index];
        if (id === undefined || seen.get(id) === 1) return;
        seen.set(id, 1);
        total.listed += 1;
        if (takeOver(deps, engine, { id, item })) total.adopted += 1;
        else total.known += 1;
      });
    });
    await deps.clock.breathe();
  }
  if (signal.aborted) throw new StockhandError('LIST_UNREADABLE', 'The walk was stopped.');
  for (const { name } of deps.config.sources) engine.lookAgain(name);
  deps.store.events.add(deps.clock.now(), 'catalog', adoptSentence(total));
  return total;
}

/** Only products of which nothing was ever confirmed: a confirmation says more than the list. */
function takeOver(
  { store }: FlowDeps,
  { book }: Engine,
  { id, item }: { readonly id: number; readonly item: ListedProduct },
): boolean {
  const row = store.mirror.get(id);
  const isKnown = row?.content_hash != null && row.content_hash !== unknownContent;
  if (row === undefined || isKnown || row.in_doubt === 1 || book.inFlight.has(id)) return false;
  store.mirror.takeOver(id, item.quantity);
  store.adopted.put(id, sumsOfListed(item));
  return true;
}

function adoptSentence({ listed, adopted, known }: AdoptReport): string {
  return `${counted(listed, 'product')} in the marketplace's list: ${adopted} taken over, ${known} known already.`;
}
