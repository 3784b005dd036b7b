import { argument } from '../../domain/argument.ts';
import { counted } from '../../domain/counted.ts';
import { StockhandError } from '../../domain/error.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { Engine } from '../engine.ts';
import type { StateDeps } from '../terms/ports.ts';
import { readRefusedAgain, refusedStock } from './refused-rows.ts';
import { waitsOf } from './retry-waits.ts';
import { failedRows } from './stuck-rows.ts';

export interface Retried {
  /** How many the next pass sends. */
  readonly items: number;
  /** How many more were let go and cannot be sent yet, and why. */
  readonly waiting?: readonly { readonly items: number; readonly why: string }[];
}

/**
 * Lets refused articles, refused pictures and stuck rows go once more. Throws ITEM_UNKNOWN; and ITEM_GONE for rows that
 * cannot be read again, after the others were let go.
 */
export function retry(deps: StateDeps, engine: Engine, externalId: string | undefined): Retried {
  const { store } = deps;
  const one = externalId === undefined ? undefined : store.mirror.find(externalId);
  if (externalId !== undefined && one === undefined)
    throw new StockhandError('ITEM_UNKNOWN', `No article ${externalId} is known.`, {
      remedy: `Check the article number (capitals and blanks count). Whether its row was rejected: stockhand why product ${argument(externalId)}`,
    });
  const failed = failedRows(store, externalId);
  const items = new Set([...failed.values()].flat());
  const { asked, left, waits, pictures } = store.transaction(() => {
    const cleared = clearRefusals(deps, engine, one);
    const all = store.sources.all().map(({ name }) => name);
    for (const source of cleared.asked.size > 0 ? all : failed.keys()) engine.lookAgain(source);
    return { ...cleared, pictures: store.pictures.retry(one?.id ?? null) };
  });
  const numberOf = (id: number): string => store.mirror.get(id)?.external_id ?? '';
  const gone = [...left].map(numberOf);
  for (const id of asked) items.add(numberOf(id));
  const waiting = [...waits].map(([why, { length }]) => ({ items: length, why }));
  const sent = items.size + pictures - waiting.reduce((sum, one) => sum + one.items, 0);
  if (gone.length > 0) throw rowsGone(gone, sent);
  return { items: sent, ...(waiting.length > 0 && { waiting }) };
}

/**
 * Clears the refusals of one article or of all. `left`: no stored file says them again, so they wait for a new export.
 */
function clearRefusals(deps: StateDeps, { openStock }: Engine, one: ProductRow | undefined) {
  const { mirror } = deps.store;
  const { readAgain, left } = readRefusedAgain(deps, one?.external_id);
  const refused = mirror.refused().filter((id) => one === undefined || id === one.id);
  const unnamed = refusedStock(deps, one?.external_id);
  openStock.changed.add(unnamed);
  const sentAgain = unnamed.flatMap((id) => mirror.find(id)?.id ?? []);
  const all = new Set([...readAgain, ...left, ...sentAgain, ...refused]);
  const asked = new Set([...all].filter((id) => !left.has(id)));
  const changed = new Set(openStock.changed.ids());
  const waits = waitsOf(deps, { products: [...asked], readAgain, changed });
  for (const id of all) mirror.clearRefusal(id);
  return { asked, left, waits };
}

function rowsGone([first = '', ...others]: readonly string[], sent: number): StockhandError {
  const rest =
    sent === 0 ? '' : `${counted(sent, 'item is', 'items are')} sent with the next pass. `;
  const file = `The file of changes that named ${first} cannot be read again`;
  const more =
    others.length === 0
      ? ''
      : `, and neither can those that named ${counted(others.length, 'more article')}`;
  return new StockhandError('ITEM_GONE', `${rest}${file}${more}.`);
}
