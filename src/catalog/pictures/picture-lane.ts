import { noPicture } from '../../domain/picture.ts';
import type { PictureRow } from '../../store/pictures.ts';
import { picturesHoldSource } from '../state/picture-holds.ts';
import type { PictureKind } from '../state/request-items.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';
import { preparePicture, type ReadyPicture, unaddressable, uploadPicture } from './picture-send.ts';
import { createStorageGate, type StorageGate } from './picture-storage.ts';

/** Sends what is due, a few pictures at once; every commit and deletion goes through the request book. */
interface PictureLane {
  /** Starts what may start now; false where nothing may, and where it only tries again what came to nothing before. */
  pump(): boolean;
  /** Uploads and requests under way. */
  open(): number;
  /** True while something is due, now or after a rest. */
  isBusy(): boolean;
  storage: Pick<StorageGate, 'isProbing'>;
}

/** A picture whose file could not be read now is tried again after this. */
const restMs = 5_000;
/**
 * A search for what is due walks over all pictures that wait
 * for their product. It rests so many times as long as it took.
 */
const restPerWalk = 20;
const dueAtOnce = 64;

/** One search over what is due, in product order. */
interface Walk {
  readonly isConverted: boolean;
  /** The product after which it continues. At its end the walk rests. */
  after: number;
  walkedMs: number;
  nextMs: number;
}

interface State {
  readonly deps: PictureDeps;
  readonly place: PicturePlace;
  readonly storage: StorageGate;
  readonly uploading: Set<number>;
  /** Of these, the one that is being converted: the converter takes one at a time (fault 24). */
  readonly converting: Set<number>;
  readonly ready: ReadyPicture[];
  readonly resting: Map<number, number>;
}

export function createPictureLane(deps: PictureDeps, place: PicturePlace): PictureLane {
  const state: State = {
    deps,
    place,
    storage: createStorageGate(deps.clock),
    uploading: new Set(),
    converting: new Set(),
    ready: [],
    resting: new Map(),
  };
  // What has to be converted has a walk of its own, so that all others do not wait behind it.
  const walks = [true, false].map(
    (isConverted): Walk => ({ isConverted, after: 0, walkedMs: 0, nextMs: 0 }),
  );
  const open = (): number => state.uploading.size + state.ready.length + deps.book.open('pictures');
  return {
    open,
    storage: state.storage,
    isBusy: () => open() > 0 || deps.store.pictures.due(0, 1).length > 0,
    pump() {
      const hasCommitted = commitReady(state);
      const started = walks.map((walk) => startDue(state, walk, open));
      return hasCommitted || started.includes(true);
    },
  };
}

/**
 * A product has one request at a time (law 4): the commit of its picture waits until its upsert or stock call is
 * answered.
 */
function commitReady(state: State): boolean {
  const { deps, ready } = state;
  const nowMs = deps.clock.monotonic();
  let moved = false;
  for (const picture of ready.splice(0)) {
    const { product, wished } = picture.row;
    // The file may be gone or another one by now.
    const isWished = deps.store.pictures.get(product)?.wished === wished;
    if (nowMs >= picture.untilMs || !isWished) continue;
    if (deps.book.inFlight.has(product)) ready.push(picture);
    else {
      send(deps, picture.row, { kind: 'picture', call: picture.call });
      moved = true;
    }
  }
  return moved;
}

function startDue(state: State, walk: Walk, open: () => number): boolean {
  const { deps, storage, converting } = state;
  const nowMs = deps.clock.monotonic();
  if (nowMs < storage.opensAt() || nowMs < walk.nextMs || isFull(state, walk, open)) return false;
  let moved = false;
  const due = deps.store.pictures.due(walk.after, dueAtOnce, walk.isConverted);
  for (const row of due) {
    if (isFull(state, walk, open)) return moved;
    walk.after = row.product;
    if (isFree(state, row, nowMs)) {
      if (walk.isConverted) converting.add(row.product);
      start(state, row);
      // A try that is repeated is no progress: a pass would never end while the file is gone (fault 16).
      moved ||= !state.resting.has(row.product);
    }
  }
  walk.walkedMs += deps.clock.monotonic() - nowMs;
  if (due.length < dueAtOnce) {
    walk.nextMs = moved ? nowMs : nowMs + walk.walkedMs * restPerWalk;
    Object.assign(walk, { after: 0, walkedMs: 0 });
  }
  // There is more to walk over.
  return moved || due.length === dueAtOnce;
}

function isFull(
  { deps, storage, converting }: State,
  { isConverted }: Walk,
  open: () => number,
): boolean {
  if (storage.isProbing) return open() > 0;
  return open() - converting.size >= deps.maxInFlight || (isConverted && converting.size > 0);
}

function isFree(
  { deps, uploading, ready, resting }: State,
  row: PictureRow,
  nowMs: number,
): boolean {
  const { product } = row;
  if (uploading.has(product) || deps.book.inFlight.has(product)) return false;
  if (ready.some((picture) => picture.row.product === product)) return false;
  return (resting.get(product) ?? 0) <= nowMs;
}

function start(state: State, row: PictureRow): void {
  if (row.wished !== noPicture) void upload(state, row);
  else {
    state.resting.delete(row.product);
    removePicture(state.deps, row);
  }
}

function removePicture(deps: PictureDeps, row: PictureRow): void {
  const call = deps.calls.pictures.remove(row.external_id);
  if (call !== undefined) send(deps, row, { kind: 'unpicture', call });
  else unaddressable(deps, row);
}

async function upload(state: State, row: PictureRow): Promise<void> {
  const { deps, storage, uploading, resting } = state;
  uploading.add(row.product);
  try {
    const prepared = await prepare(state, row);
    const done = prepared && (await uploadPicture(deps, prepared, { row, storage }));
    const isSame = done === undefined && isStill(deps, row);
    if (isSame) resting.set(row.product, deps.clock.monotonic() + restMs);
    else resting.delete(row.product);
    if (done !== undefined) state.ready.push(done);
  } finally {
    uploading.delete(row.product);
    deps.nudge();
  }
}

/** A picture that is being converted takes no place of those that are sent. */
async function prepare({ deps, place, converting }: State, row: PictureRow) {
  try {
    return await preparePicture(deps, place, row);
  } finally {
    if (converting.delete(row.product)) deps.nudge();
  }
}

/**
 * True if the try changed nothing in the row: then the same try at once would end the same way, so the picture rests.
 */
function isStill({ store }: PictureDeps, row: PictureRow): boolean {
  const now = store.pictures.get(row.product);
  return now?.wished === row.wished && now.tries === row.tries && now.refused === row.refused;
}

type Call = ReadyPicture['call'];

function send(
  { book }: PictureDeps,
  row: PictureRow,
  { kind, call }: { kind: PictureKind; call: Call },
): void {
  const { method, path, body = new Uint8Array() } = call;
  const wish = {
    product: row.product,
    externalId: row.external_id,
    row: null,
    picture: row.wished ?? noPicture,
    refusedHash: 0,
  };
  const address = { method, path };
  const source = picturesHoldSource;
  book.send([{ kind, lane: 'pictures', run: 0, source, address, batch: { body, wishes: [wish] } }]);
}
