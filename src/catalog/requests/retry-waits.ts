import type { ProductRow } from '../../store/mirror.ts';
import { isOfSource } from '../pass/diff.ts';
import { heldNow, sendsOnRelease } from '../state/held-facts.ts';
import { emptyingFile, leavesOut } from '../state/leaves-out.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { isPaused } from '../state/pause.ts';
import { pilotOf } from '../state/pilot.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import type { SourceConfig, StateDeps } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { refusedBefore, refusedStock } from './refused-rows.ts';

/** Refused articles that are let go once more. */
interface LetGo {
  readonly products: readonly number[];
  /** Named by older files of changes, which are read again. */
  readonly readAgain: ReadonlySet<number>;
  /** Articles whose stock is sent without a row (changed-stock.ts). */
  readonly changed: ReadonlySet<string>;
}

/**
 * Products that were let go but that the next pass cannot send, by the reason. Asked before their refusals are
 * forgotten, for these tell whether the stock or the content was refused.
 */
export function waitsOf(deps: StateDeps, letGo: LetGo): ReadonlyMap<string, number[]> {
  const { products } = letGo;
  const sourcesOf = namingSources(deps, letGo);
  const holdWait = holdsOf(deps);
  const pilotWait = pilotWaitOf(deps);
  const waits = new Map<string, number[]>();
  for (const product of products) {
    const naming = sourcesOf(product);
    const why = pilotWait(product) ?? pauseWait(deps, naming) ?? holdWait(product, naming);
    if (why === undefined) continue;
    const waiting = waits.get(why) ?? [];
    waiting.push(product);
    waits.set(why, waiting);
  }
  return waits;
}

/**
 * Whether `retry` can send an article, now or after a pause: some export still says what was refused of it, and no brake
 * holds that.
 */
export function canRetry(deps: StateDeps, { id, external_id: externalId }: ProductRow): boolean {
  const { readAgain } = refusedBefore(deps, externalId);
  const changed = new Set(refusedStock(deps, externalId));
  const naming = namingSources(deps, { products: [id], readAgain, changed })(id);
  return naming.length > 0 && holdsOf(deps)(id, naming) === undefined;
}

function namingSources(
  deps: StateDeps,
  letGo: LetGo,
): (product: number) => readonly SourceConfig[] {
  const isNamed = namingOf(deps, letGo.products);
  const wasExportedBefore = statedBefore(deps, letGo);
  const isEmptiedBy = emptying(deps);
  return (product) =>
    statingSources(deps, product).filter(
      (source) =>
        isNamed(source.name, product) ||
        wasExportedBefore(source, product) ||
        isEmptiedBy(source, product),
    );
}

/** The sources that may have said what was refused: those of the stock, or those of the content. */
function statingSources({ store, config }: StateDeps, product: number): readonly SourceConfig[] {
  const refused = store.mirror.get(product)?.refused_hash;
  if (refused == null) return config.sources;
  if (!isOfSource(refused, 'stock')) return productsSources(config);
  const owner = ownerOfStock(config);
  return owner === undefined ? [] : [owner];
}

/** Whether the file that counts of a source names an article, or may take it away. */
function namingOf(
  { store, config }: StateDeps,
  products: readonly number[],
): (source: string, product: number) => boolean {
  const asked = new Set(products);
  const named = new Map<string, ReadonlySet<number>>();
  for (const source of config.sources) {
    const { name } = source;
    const { rows, tail } = store.index.read(name);
    const mayTake = meaningOfVanished(source, config) !== 'nothing';
    const isAsked = (product: number): boolean => asked.has(product);
    named.set(name, new Set([...rows.filter(isAsked), ...(mayTake ? tail.filter(isAsked) : [])]));
  }
  return (source, product) => named.get(source)?.has(product) === true;
}

/** Whether what an older file said of the article is read again, or sent without a row. */
function statedBefore(
  { store, config }: StateDeps,
  { readAgain, changed }: LetGo,
): (source: SourceConfig, product: number) => boolean {
  const owner = ownerOfStock(config);
  return (source, product) =>
    (source.contents === 'delta' && readAgain.has(product)) ||
    (source === owner && changed.has(store.mirror.get(product)?.external_id ?? ''));
}

/**
 * Whether what was refused is that an article has no stock because the stock file leaves it out. No index names an
 * article that was created since that file was read.
 */
function emptying(deps: StateDeps): (source: SourceConfig, product: number) => boolean {
  const owner = ownerOfStock(deps.config);
  const file = owner && emptyingFile(deps, owner);
  return (source, product) => {
    const row = deps.store.mirror.get(product);
    return source === owner && file !== undefined && row?.refused_hash != null
      ? leavesOut(deps, file, row.external_id)
      : false;
  };
}

function pilotWaitOf({ store, config }: StateDeps): (product: number) => string | undefined {
  const isIn = pilotOf(config);
  return (product) =>
    isIn(store.mirror.get(product)?.external_id ?? '')
      ? undefined
      : 'only: of the configuration leaves it out.';
}

function pauseWait({ store }: StateDeps, naming: readonly SourceConfig[]): string | undefined {
  if (naming.length === 0)
    return 'no export in use names it; the next export that names it sends it.';
  if (!naming.every(({ name }) => isPaused(store, name))) return undefined;
  const resume = naming.map(({ name }) => `stockhand resume ${name}`);
  return `its source is paused: ${resume.join(', ')}`;
}

/** The open hold of one of the sources that keeps an article back. */
function holdsOf({
  store,
  config,
}: StateDeps): (product: number, naming: readonly SourceConfig[]) => string | undefined {
  const holds = store.holds
    .open()
    .filter((hold) => sendsOnRelease(config, hold))
    .map((hold) => ({
      ...heldNow({ store, config }, hold),
      products: new Set(store.holds.productsOf(hold.id)),
    }));
  return (product, naming) => {
    const keeps = holds.find(
      ({ source, products }) => products.has(product) && naming.some(({ name }) => name === source),
    );
    return keeps && `it is held: ${keeps.remedy ?? `stockhand release ${keeps.id}`}`;
  };
}
