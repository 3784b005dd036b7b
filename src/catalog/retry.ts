import { StockhandError } from '../domain/error.ts';
import type { Engine } from './engine.ts';
import type { EngineDeps } from './ports.ts';
import { readRefusedAgain } from './refused-rows.ts';
import { stuckIn } from './stuck-rows.ts';

type Deps = Pick<EngineDeps, 'store' | 'config'>;

/** Lets refused articles and pictures and stuck rows go once more; answers how many. Throws ITEM_UNKNOWN, ITEM_GONE. */
export function retry(deps: Deps, engine: Engine, externalId: string | undefined): number {
  const { store } = deps;
  const one = externalId === undefined ? undefined : store.mirror.find(externalId);
  if (externalId !== undefined && one === undefined)
    throw new StockhandError('ITEM_UNKNOWN', `No article ${externalId} is known.`);
  const stuck = stuckIn(store, externalId);
  let items = stuck.reduce((sum, { rows }) => sum + rows, 0);
  store.transaction(() => {
    const refused = clearRefusals(deps, one);
    items += refused + store.pictures.retry(one?.id ?? null);
    const all = store.sources.all().map(({ name }) => name);
    for (const source of refused > 0 ? all : stuck.map((each) => each.source))
      engine.lookAgain(source);
  });
  return items;
}

type Product = NonNullable<ReturnType<Deps['store']['mirror']['find']>>;

/** Of one article or of all; what no file can say again stays refused. */
function clearRefusals(deps: Deps, one: Product | undefined): number {
  const { mirror } = deps.store;
  const { readAgain, left } = readRefusedAgain(deps, one?.external_id);
  if (one !== undefined && left.has(one.id)) throw rowGone(one);
  const refused = mirror.refused().filter(({ id }) => one === undefined || id === one.id);
  const asked = new Set(
    [...readAgain, ...refused.map(({ id }) => id)].filter((id) => !left.has(id)),
  );
  for (const id of asked) mirror.clearRefusal(id);
  return asked.size;
}

function rowGone({ external_id: externalId }: Product): StockhandError {
  const message = `The file of changes that named ${externalId} cannot be read again.`;
  return new StockhandError('ITEM_GONE', message);
}
