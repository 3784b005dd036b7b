import { argument } from '../../domain/argument.ts';
import { type Complaint, complaintText } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import type { NeedsYou, PictureFacts } from '../../domain/facts.ts';
import { noPicture } from '../../domain/picture.ts';
import { asSentence } from '../../domain/problem.ts';
import type { PictureRow } from '../../store/pictures.ts';
import type { ProductRow } from '../../store/product-row.ts';
import { isAllPaused } from '../state/pauses.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import { isUnknownThere } from '../terms/refusal.ts';
import { missingPictures } from './missing-pictures.ts';
import { picturePlace } from './picture-ports.ts';
import type { Pictures } from './pictures.ts';

/** A product's picture, for `why product`. */
export interface PictureStory {
  /** The path below the folder; null: there is no file. */
  readonly file: string | null;
  /** What `mapping.picture` says. */
  readonly named?: string;
  /** inStep · waiting · parked · rejected · held · missing (named, and not in the folder) · none */
  readonly state: 'inStep' | 'waiting' | 'parked' | 'rejected' | 'held' | 'missing' | 'none';
  readonly wished: string | null;
  readonly confirmed: string | null;
  readonly trouble?: string;
}

export function pictureStory(
  { store, config }: StateDeps,
  product: number,
): PictureStory | undefined {
  const kept = store.pictures.get(product);
  if (kept === undefined) return undefined;
  // What a column named once counts no more where the names of the files tell the article.
  const row = picturePlace(config)?.by === 'name' ? { ...kept, named: null } : kept;
  const { file, named, wished, confirmed } = row;
  const trouble = troubleOf(row);
  return {
    file,
    ...(named === null ? {} : { named }),
    state: stateOf(row),
    wished: wished === noPicture ? null : wished,
    confirmed,
    ...(trouble === undefined ? {} : { trouble }),
  };
}

function stateOf(row: PictureRow): PictureStory['state'] {
  if (row.hold !== null) return 'held';
  if (row.fault !== null) return 'rejected';
  if (row.wished === null || row.wished === row.confirmed) {
    if (row.file === null && row.named !== null) return 'missing';
    return row.confirmed === null ? 'none' : 'inStep';
  }
  return row.refused === row.wished ? 'parked' : 'waiting';
}

function troubleOf({ fault, refused, wished, refused_code, refused_message, file }: PictureRow) {
  if (fault !== null) return complaintText(JSON.parse(fault) as Complaint);
  if (refused === null || refused !== wished) return undefined;
  const what = wished === noPicture ? 'The deletion of its picture' : (file ?? 'The picture');
  return asSentence(`${what} was refused: ${refused_code} ${refused_message}`);
}

/** A retry would be refused again; once the article is back, its picture is sent by itself. */
const goneStep =
  'The marketplace has no such article: send it again with its picture: stockhand reconcile --fix';

/** What helps where the same bytes would be refused again; undefined where they need not be. */
function insteadOfRetry({ refused_code: code }: PictureRow): string | undefined {
  if (isUnknownThere(code)) return goneStep;
  return code === 'ROW_KEY_INVALID' ? 'Give the article another number in the ERP.' : undefined;
}

function parkedStep(row: PictureRow): string {
  const instead = insteadOfRetry(row);
  if (instead !== undefined) return instead;
  const other = row.wished === noPicture ? 'Send' : 'Save it again, or send';
  return `${other} it once more: stockhand retry --product ${argument(row.external_id)}`;
}

/**
 * What `why` says if the marketplace does not show the picture of the folder; undefined if it does, or there is none.
 */
export function pictureStep(deps: StateDeps, { id }: Pick<ProductRow, 'id'>): string | undefined {
  const row = deps.store.pictures.get(id);
  if (row === undefined) return undefined;
  const { state, named, trouble } = pictureStory(deps, id) ?? {};
  switch (state) {
    case 'missing':
      return `put ${named} into the folder of the pictures, or correct what the export names.`;
    case 'rejected':
      return trouble;
    case 'parked':
      return `${trouble} ${parkedStep(row)}`;
    case 'held':
      return 'it is gone from the folder, and its deletion is held: put it back, or allow it (stockhand held).';
    case 'waiting':
      return isAllPaused(deps)
        ? 'it is sent after: stockhand resume catalog'
        : 'its change is sent by itself.';
    default:
      return undefined;
  }
}

export function factsOfPictures(deps: StateDeps, pictures: Pictures): PictureFacts {
  const { store } = deps;
  const { files, confirmed, due, faults, refused } = store.pictures.counts();
  const last = pictures.last();
  const parked = faults + refused;
  const missing = missingPictures(deps)?.count ?? 0;
  const counts = { files, confirmed, waiting: due, parked, refused, missing };
  const looked = last === undefined ? {} : { lastLookedAt: last.at };
  const shownFacts = { folder: pictures.place.folder, ...counts, ...looked };
  const empty = isEmptied(store, pictures) ? 'The folder is empty: nothing is deleted.' : undefined;
  const offline = last?.offline?.sentence ?? empty;
  if (offline !== undefined) return { ...shownFacts, state: 'offline', sentence: offline };
  const foreign = last?.found?.foreign ?? 0;
  const sentence = [
    `${counted(confirmed, 'picture')} on the marketplace`,
    ...(due === 0 ? [] : [`${due} waiting`]),
    ...(parked === 0 ? [] : [`${parked} rejected or parked`]),
    ...(foreign === 0 ? [] : [counted(foreign, 'file names no article', 'files name no article')]),
    ...(missing === 0
      ? []
      : [counted(missing, 'named file is not there', 'named files are not there')]),
  ].join(', ');
  return { ...shownFacts, state: moveOf(deps, due), sentence: `${sentence}.` };
}

function moveOf(deps: StateDeps, due: number): PictureFacts['state'] {
  if (due === 0) return 'inStep';
  return isAllPaused(deps) ? 'paused' : 'sending';
}

function isEmptied(store: CatalogStore, pictures: Pictures): boolean {
  return pictures.last()?.found?.files === 0 && store.pictures.counts().files > 0;
}

/** Pictures that a pass did not send because somebody paused every source. */
export function pausedPictures(deps: StateDeps): readonly NeedsYou[] {
  if (picturePlace(deps.config) === undefined || !isAllPaused(deps)) return [];
  const { due } = deps.store.pictures.counts();
  if (due === 0) return [];
  return [
    {
      id: 'paused-pictures',
      what: `${counted(due, 'picture waits', 'pictures wait')}.`,
      cause: 'Every source is paused, and pictures rest while they are.',
      effect: 'Buyers see the pictures that were sent before.',
      fix: 'Resume them: stockhand resume catalog',
    },
  ];
}

const shownMax = 3;

const effect = 'Buyers see the pictures that were sent before.';

/** What a look at the folder of the pictures found. */
export function needsOfPictureLook(store: CatalogStore, pictures: Pictures): readonly NeedsYou[] {
  const offline = pictures.last()?.offline;
  if (offline !== undefined) {
    const { sentence: cause, remedy: fix } = offline;
    const what = 'The folder of the pictures cannot be used.';
    return [{ id: 'pictures-offline', what, cause, effect, fix }];
  }
  if (!isEmptied(store, pictures)) return [];
  return [
    {
      id: 'pictures-empty',
      what: 'The folder of the pictures is empty.',
      cause: `${pictures.place.folder} holds no picture any more.`,
      effect,
      fix: 'Put the pictures back, or name the right folder in catalog.pictures.folder.',
    },
  ];
}

/** Pictures that need a person for what is in the files, or because the marketplace refused them. */
export function rejectedPictures(store: CatalogStore): readonly NeedsYou[] {
  const { faults, refused } = store.pictures.counts();
  if (faults + refused === 0) return [];
  const rows = store.pictures.troubled(shownMax);
  return [
    {
      id: 'pictures-rejected',
      what: `${counted(faults + refused, 'picture is', 'pictures are')} not sent.`,
      cause: rows
        .map((row) => [row.file === null ? `${row.external_id}:` : '', troubleOf(row)])
        .filter(([, trouble]) => trouble !== undefined)
        .map((texts) => texts.filter((text) => text !== '').join(' '))
        .join(' '),
      effect,
      fix: fixOf(faults, refused, rows),
    },
  ];
}

/** A picture that cannot be sent has to be another one; one that was refused may go as it is. */
function fixOf(faults: number, refused: number, rows: readonly PictureRow[]): string {
  const parked = rows.filter(({ fault }) => fault === null);
  const instead = parked.map(insteadOfRetry).filter((step) => step !== undefined);
  const refusedOnly = parked.find((row) => insteadOfRetry(row) === undefined);
  return [
    ...(faults > 0 ? ['Save these files again, or correct what the export names.'] : []),
    ...new Set(instead),
    // Of those that are not shown, the next text says what helps.
    ...(refused > 0 && (refusedOnly !== undefined || parked.length === 0)
      ? [retryStep(refused - instead.length, refusedOnly)]
      : []),
  ].join(' ');
}

function retryStep(count: number, one: PictureRow | undefined): string {
  const which =
    count === 1 && one !== undefined ? `--product ${argument(one.external_id)}` : '--all';
  return `What was refused is sent once more: stockhand retry ${which}`;
}
