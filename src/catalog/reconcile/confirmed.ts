import type { Product } from '../../domain/product.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { type OpenExport, openAgain, recordsIn } from '../export/open-export.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import { ownFields, wholeProduct } from '../mapping/merge.ts';
import { type Hiding, hidden, hidingOf, isBlocked } from '../state/hidden.ts';
import { defaultsOf, fieldsOf } from '../state/others.ts';
import { createSentProducts, type SentProducts } from '../state/sent-products.ts';
import { contentHash } from '../terms/fingerprint.ts';
import { type Growing, growingBytes } from '../terms/growing.ts';
import type { EngineDeps, ExportDeps, SourceConfig } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';

/** A product that the marketplace has, as far as the state can tell what it looks like there. */
export interface ConfirmedProduct {
  readonly product: Product;
  /**
   * `confirmed`: exactly what the marketplace confirmed · `export`: as the last export maps today, because what was
   * confirmed is no longer stored · `name`: only its number is known.
   */
  readonly basis: 'confirmed' | 'export' | 'name';
}

type Deps = ExportDeps & Pick<EngineDeps, 'clock'>;

/** Whoever waits for the next product lets others work only then: a million may be passed over before it. */
const breatheEvery = 512;

/**
 * Everything that the marketplace holds of this supplier, each product once: from the kept fields, else by mapping the
 * spooled exports again, with the quantities of the mirror.
 */
export async function* confirmedProducts(deps: Deps): AsyncGenerator<ConfirmedProduct, void> {
  const open = growingBytes();
  const sent = createSentProducts(deps.store.requests);
  const hiding = hidingOf(deps);
  for await (const row of productRows(deps, () => true)) {
    if (row.content_hash === null) continue;
    const kept = fromRequest(deps, sent, row) ?? fromParts({ ...deps, hiding }, row);
    if (kept === undefined) open.set(row.id, 1);
    else yield kept;
  }
  yield* fromFiles(deps, open);
  for await (const row of productRows(deps, (id) => open.get(id) === 1)) {
    const { external_id: externalId } = row;
    yield { product: stocked({ externalId, name: externalId }, row), basis: 'name' };
  }
}

/** The wanted products of the mirror, in turns with others. */
export async function* productRows(
  { store: { mirror }, clock }: Pick<EngineDeps, 'store' | 'clock'>,
  isWanted: (id: number) => boolean,
): AsyncGenerator<ProductRow, void> {
  const newestId = mirror.newestId();
  for (let id = 1; id <= newestId; id += 1) {
    if (id % breatheEvery === 0) await clock.breathe();
    const row = isWanted(id) ? mirror.get(id) : undefined;
    if (row !== undefined) yield row;
  }
}

/** From the confirmed request. Asked only where no file has it all: kept cells, files of changes, hidden articles. */
function fromRequest(
  { config }: ExportDeps,
  sent: SentProducts,
  row: ProductRow,
): ConfirmedProduct | undefined {
  const isInFile = ({ empty, contents }: SourceConfig): boolean =>
    empty === 'clear' && contents === 'full';
  if (config.vanished !== 'hide' && productsSources(config).every(isInFile)) return undefined;
  const fields = sent.in(row.content_request, row.external_id);
  const product = fields && wholeProduct(row.external_id, [fields]);
  if (product === undefined || contentHash(product) !== row.content_hash) return undefined;
  return { product: stocked(product, row), basis: 'confirmed' };
}

/**
 * The newest export first, then the one before it: a brake or a refusal may have kept the newest from being confirmed.
 */
const generations = ['accepted_run', 'restore_run'] as const;

type PartsDeps = ExportDeps & { readonly hiding: Hiding };

function fromParts(deps: PartsDeps, row: ProductRow): ConfirmedProduct | undefined {
  const wholes = generations
    .map((generation) => wholeFromParts(deps, row, generation))
    .filter((whole) => whole !== undefined);
  const exact = wholes.find((whole) => contentHash(whole) === row.content_hash);
  const product = exact ?? wholes[0];
  if (product === undefined) return undefined;
  return { product: stocked(product, row), basis: exact === undefined ? 'export' : 'confirmed' };
}

function wholeFromParts(
  { store, config, hiding }: PartsDeps,
  { id, external_id: externalId }: ProductRow,
  generation: (typeof generations)[number],
): Product | undefined {
  const parts = productsSources(config).flatMap(({ name }) => {
    const source = store.sources.get(name);
    const run = source?.[generation] ?? source?.accepted_run ?? 0;
    const part = fieldsOf(store.parts.get(id, name, run));
    return part === undefined ? [] : [[name, part] as const];
  });
  const isHidden = parts.some(([name, part]) => name === hiding.hider && part.isActive === false);
  const stated = parts.map(([, part]) => part);
  return wholeProduct(externalId, [
    defaultsOf(config),
    ...stated,
    isHidden || isBlocked(store.parts, hiding, id) ? hidden : {},
  ]);
}

/**
 * First what a file maps exactly as confirmed, from the older file on: an article may have several rows of which one
 * counts. What the newest file maps otherwise comes last.
 */
const readings = [
  { generation: 'restore_run', onlyExact: true },
  { generation: 'accepted_run', onlyExact: true },
  { generation: 'accepted_run', onlyExact: false },
] as const;

async function* fromFiles(
  deps: Deps,
  open: Growing<Uint8Array>,
): AsyncGenerator<ConfirmedProduct, void> {
  for (const source of productsSources(deps.config)) {
    const row = deps.store.sources.get(source.name);
    let hasOthers = false;
    for (const { generation, onlyExact } of readings) {
      if (!onlyExact && !hasOthers) continue;
      const opened = await openAgain(deps, source, deps.store.runs.get(row?.[generation] ?? 0));
      if (opened === undefined) continue;
      hasOthers = yield* fromFile(deps, { opened, open, onlyExact, empty: source.empty });
    }
  }
}

interface Replay {
  readonly opened: OpenExport;
  /** 1 for each product that is still looked for. */
  readonly open: Growing<Uint8Array>;
  readonly onlyExact: boolean;
  readonly empty: SourceConfig['empty'];
}

/** Answers whether the file has rows that were left because they are not exactly what was confirmed. */
async function* fromFile(deps: Deps, replay: Replay): AsyncGenerator<ConfirmedProduct, boolean> {
  let hasOthers = false;
  for await (const record of recordsIn(replay.opened, () => deps.clock.breathe())) {
    const mapped = replay.opened.mapper.map(record);
    const found = mapped.kind === 'row' ? fromRow(deps, replay, mapped) : undefined;
    if (found === 'other') hasOthers = true;
    else if (found !== undefined) yield found;
  }
  return hasOthers;
}

function fromRow(
  { store, config }: ExportDeps,
  { open, onlyExact, empty }: Replay,
  mapped: MappedRow,
): ConfirmedProduct | 'other' | undefined {
  const row = store.mirror.find(mapped.externalId);
  if (row === undefined || open.get(row.id) === 0) return undefined;
  const own = ownFields(mapped, undefined, empty);
  const whole = wholeProduct(mapped.externalId, [defaultsOf(config), own]);
  if (whole === undefined) return undefined;
  const isExact = contentHash(whole) === row.content_hash;
  if (!isExact && onlyExact) return 'other';
  open.set(row.id, 0);
  return { product: stocked(whole, row), basis: isExact ? 'confirmed' : 'export' };
}

function stocked(product: Product, { quantity }: ProductRow): Product {
  return quantity === null ? product : { ...product, availableQty: quantity };
}
