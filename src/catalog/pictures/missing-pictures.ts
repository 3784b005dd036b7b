import { shownValue } from '../../domain/complaint.ts';
import type { CatalogPass } from '../door.ts';
import { severalPicturesRemedy } from '../mapping/several-pictures.ts';
import { namingRow } from '../pass/exported-row.ts';
import type { ExportDeps, StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { resting } from '../terms/resting.ts';
import { type PictureDeps, pictureOwner } from './picture-ports.ts';

/**
 * Pictures that an export names and their folder does not have.
 * They often come later in another way, so no alert is sent.
 */
interface MissingPictures {
  readonly count: number;
  readonly first: NamedPicture;
  /** The first cell that names several pictures. */
  readonly several?: string;
}

interface NamedPicture {
  readonly externalId: string;
  readonly named: string;
}

/** The name in `meta` under which a command that does not look finds what the last look missed. */
const metaName = 'missing pictures';

/** What the last look missed. Undefined also where no column names pictures any more. */
export function missingPictures({ store, config }: StateDeps): MissingPictures | undefined {
  if (pictureOwner(config) === undefined) return undefined;
  return readMeta<MissingPictures | null>(store, metaName) ?? undefined;
}

/** Remembers which pictures a look missed. If they are more than before, that is an event. */
export async function noteMissing(deps: PictureDeps, products: readonly number[]): Promise<void> {
  const { store, clock } = deps;
  const before = missingPictures(deps);
  let now: MissingPictures | undefined;
  for await (const product of resting({ clock }, products)) now = withMissing(deps, now, product);
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  store.meta.set(metaName, JSON.stringify(now ?? null));
  if (now !== undefined && now.count > (before?.count ?? 0))
    store.events.add(clock.now(), 'pictures', missingText(deps, now));
}

/** Counts a product without its picture, if the marketplace has the product: only then a picture is missed. */
function withMissing(
  { store, config }: StateDeps,
  before: MissingPictures | undefined,
  product: number,
): MissingPictures | undefined {
  const externalId = store.pictures.sentAs(product);
  const named = store.pictures.namedOf(product);
  if (externalId === undefined || named === null) return before;
  const first = before?.first ?? { externalId, named };
  const isSeveral = remedyOf(config, named) !== undefined;
  const several = before?.several ?? (isSeveral ? named : undefined);
  return { count: (before?.count ?? 0) + 1, first, ...(several === undefined ? {} : { several }) };
}

function remedyOf(config: StateDeps['config'], named: string): string | undefined {
  const field = pictureOwner(config)?.mapping.picture;
  return field && severalPicturesRemedy(named, field);
}

/** `place`: where the export names the first of them, if that is known. */
function missingText(
  { config }: Pick<StateDeps, 'config'>,
  { count, first, several }: MissingPictures,
  place = `article ${first.externalId}`,
): string {
  const [pictures, are] = count === 1 ? ['1 picture', 'is'] : [`${count} pictures`, 'are'];
  const sentence = `${pictures} that the export names ${are} not in the folder, first "${shownValue(first.named)}" (${place}).`;
  const hint = several === undefined ? undefined : remedyOf(config, several);
  return `${sentence} ${hint ?? 'Put them there, or correct what the export names.'}`;
}

/** A pass that has read the export which names the pictures tells which are missing. */
export async function sayMissing(deps: ExportDeps, pass: CatalogPass): Promise<CatalogPass> {
  const owner = pictureOwner(deps.config);
  const missing = missingPictures(deps);
  if (owner === undefined || missing === undefined) return pass;
  if (!pass.runs.some(({ source }) => source === owner.name)) return pass;
  const { externalId } = missing.first;
  const { row } = await namingRow(deps, owner, externalId);
  const place = row && `${row.file}, row ${row.row}, article ${externalId}`;
  return { ...pass, notes: [...pass.notes, `pictures: ${missingText(deps, missing, place)}`] };
}
