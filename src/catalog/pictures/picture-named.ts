import path from 'node:path';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { picturePathFault } from '../../domain/picture-path.ts';
import type { Inside } from '../../files/inside.ts';
import type { Offline } from '../../files/offline.ts';
import type { FolderScan } from '../../files/scan.ts';
import type { FoundPicture, FoundPictures, PictureScan } from './picture-find.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';

interface Finding {
  readonly pictures: Map<number, FoundPicture>;
  readonly refused: Map<number, Complaint>;
  readonly missing: number[];
}

/** What looks below the folder, and what the rows name there. */
type Deps = Pick<PictureDeps, 'files' | 'clock'> & {
  readonly named: Iterable<{ readonly product: number; readonly named: string }>;
};

type Wanted = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The files that the export names, each by its own article. */
export async function findByColumn(
  deps: Deps,
  place: Pick<PicturePlace, 'folder'>,
  scan: PictureScan,
): Promise<FoundPictures | Offline> {
  const finding: Finding = { pictures: new Map(), refused: new Map(), missing: [] };
  const wanted = wantedFiles(deps, finding);
  // The folder itself first: where it is offline nothing below it counts as missing.
  const root = await scan(place.folder, ['*']);
  if ('offline' in root) return root;
  let files = root.entries.length;
  for (const [below, products] of wanted) {
    const there = below === '.' ? root : await filesBelow(deps, { place, below, scan });
    if ('offline' in there) return there;
    if (below !== '.' && 'entries' in there) files += there.entries.length;
    sort(finding, { below, products, there });
    await deps.clock.breathe();
  }
  return { ...finding, files, foreign: 0 };
}

/** By folder: the products and the names that the export gives for them. ERPs on Windows write backslashes. */
function wantedFiles({ named: all }: Deps, { refused }: Finding): Wanted {
  const wanted = new Map<string, Map<number, string>>();
  for (const { product, named } of all) {
    const fault = picturePathFault(named);
    if (fault !== undefined) {
      refused.set(product, picturePathComplaint(named, fault));
      continue;
    }
    const whole = named.replaceAll('\\', '/').replace(/^\.\//, '');
    const below = path.posix.dirname(whole);
    const products = wanted.get(below) ?? new Map<number, string>();
    wanted.set(below, products.set(product, path.posix.basename(whole)));
  }
  return wanted;
}

/** What a row names and must not be opened. */
function picturePathComplaint(value: string, rule: string): Complaint {
  return complaintOf({ code: 'PICTURE_PATH', value, rule });
}

type Listed = Pick<FolderScan, 'entries' | 'ignored'>;
type Below = Listed | Extract<Inside, { refused: string }>;
const nothing: Listed = { entries: [], ignored: [] };

/** A folder that is not there holds nothing. */
async function filesBelow(
  { files }: Pick<Deps, 'files'>,
  { place, below, scan }: { place: Pick<PicturePlace, 'folder'>; below: string; scan: PictureScan },
): Promise<Below | Offline> {
  const inside = await files.resolveInside({ folder: place.folder, path: below });
  if ('offline' in inside || 'refused' in inside) return inside;
  if ('gone' in inside) return nothing;
  const found = await scan(inside.path, ['*']);
  if (!('offline' in found)) return found;
  return ['missing', 'notAFolder'].includes(found.offline.reason) ? nothing : found;
}

/** Which product's file is there, which is not, and which must not be opened. */
function sort(
  finding: Finding,
  {
    below,
    products,
    there,
  }: {
    readonly below: string;
    readonly products: ReadonlyMap<number, string>;
    readonly there: Below;
  },
): void {
  const { entries, ignored } = 'refused' in there ? nothing : there;
  const exact = new Map(entries.map((entry) => [entry.name, entry]));
  const loose = new Map(entries.map((entry) => [looseName(entry.name), entry]));
  const links = new Set(
    ignored.filter(({ why }) => why === 'symlink').map(({ name }) => looseName(name)),
  );
  for (const [product, name] of products) {
    const file = path.posix.join(below, name);
    const entry = exact.get(name) ?? loose.get(looseName(name));
    const isLink = entry === undefined && links.has(looseName(name));
    const fault = 'refused' in there ? there.refused : isLink ? linkFault : undefined;
    if (fault !== undefined) finding.refused.set(product, picturePathComplaint(file, fault));
    else if (entry === undefined) finding.missing.push(product);
    else finding.pictures.set(product, { file: path.posix.join(below, entry.name), entry });
  }
}

const linkFault = 'is a symbolic link, which could lead anywhere, and is not opened.';

function looseName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
