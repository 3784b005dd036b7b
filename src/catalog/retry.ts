import { StockhandError } from '../domain/error.ts';
import type { Engine } from './engine.ts';
import type { EngineDeps } from './ports.ts';
import { readRefusedAgain } from './refused-rows.ts';
import { failedRows } from './stuck-rows.ts';

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** Lets refused articles and pictures and stuck rows go once more; answers how many. Throws ITEM_UNKNOWN, ITEM_GONE. */
export function retry(deps: Deps, engine: Engine, externalId: string | undefined): number {
  const { store } = deps;
  const one = externalId === undefined ? undefined : store.mirror.find(externalId);
  if (externalId !== undefined && one === undefined)
    throw new StockhandError('ITEM_UNKNOWN', `No article ${externalId} is known.`);
  const failed = failedRows(store, externalId);
  const items = new Set([...failed.values()].flat());
  let pictures = 0;
  let isGone = false;
  store.transaction(() => {
    const { asked, left } = clearRefusals(deps, one);
    isGone = one !== undefined && left.has(one.id);
    for (const id of asked) items.add(store.mirror.get(id)?.external_id ?? '');
    pictures = store.pictures.retry(one?.id ?? null);
    const all = store.sources.all().map(({ name }) => name);
    for (const source of asked.size > 0 ? all : failed.keys()) engine.lookAgain(source);
  });
  if (isGone) throw rowGone(externalId ?? '');
  return items.size + pictures;
}

type Product = NonNullable<ReturnType<Deps['store']['mirror']['find']>>;

/** Of one article or of all; what no file can say again goes once it is exported anew, also with the same content. */
function clearRefusals(deps: Deps, one: Product | undefined) {
  const { mirror } = deps.store;
  const { readAgain, left } = readRefusedAgain(deps, one?.external_id);
  const refused = mirror.refused().filter(({ id }) => one === undefined || id === one.id);
  const all = new Set([...readAgain, ...left, ...refused.map(({ id }) => id)]);
  for (const id of all) mirror.clearRefusal(id);
  return { asked: new Set([...all].filter((id) => !left.has(id))), left };
}

function rowGone(externalId: string): StockhandError {
  const message = `The file of changes that named ${externalId} cannot be read again.`;
  return new StockhandError('ITEM_GONE', message);
}
