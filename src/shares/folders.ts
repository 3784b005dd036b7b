import { dirname } from 'node:path';
import { createFilesDeps } from '../files/deps.ts';
import type { OutboxPlace } from '../files/marker.ts';
import { createFiles, type Files } from '../files/port.ts';
import type { Outbox } from '../files/publish.ts';
import { shareOf } from '../files/share.ts';
import { dropSpooled, type Taken, type TakeRequest, unfinishedIn } from '../files/take.ts';
import { type Courier, type CourierDeps, createCourier, startThread } from './courier.ts';

/** So long a folder is taken to lie where it lay: a share may be mounted later. */
const knownMs = 10_000;

export interface FoldersDeps extends CourierDeps {
  /** Which share a folder lies on; undefined for a local disk. */
  readonly shareOf?: (folder: string) => Promise<string | undefined>;
}

/**
 * The ERP's folders: on a local disk in this process, its outbox in a thread of its own, each share behind a process of
 * its own (design section 1).
 */
export function openFolders(deps: FoldersDeps): { readonly files: Files; close(): void } {
  const here = createFiles(createFilesDeps(deps.clock));
  const couriers = new Map<string, Courier>();
  const where = remembered(deps);
  const courierOf = (key: string, create: () => Courier): Courier => {
    const courier = couriers.get(key) ?? create();
    couriers.set(key, courier);
    return courier;
  };
  const shared = (share: string) => courierOf(share, () => createCourier(share, deps));
  /** Order files are written by calls that are made at once: in this thread they would hold up everything else. */
  const local = (folder: string) =>
    courierOf(`thread ${folder}`, () => createCourier(folder, deps, startThread));
  async function carry<Name extends Exclude<keyof Files, 'outbox'>>(
    folder: string,
    name: Name,
    ...args: Parameters<Files[Name]>
  ): Promise<Awaited<ReturnType<Files[Name]>>> {
    const share = await where(folder);
    const call = here[name] as (...args: Parameters<Files[Name]>) => unknown;
    const result = share === undefined ? call(...args) : shared(share).call(name, args);
    return (await result) as Awaited<ReturnType<Files[Name]>>;
  }
  const step = async (place: OutboxPlace, name: keyof Outbox, args: readonly unknown[]) => {
    const share = await where(place.folder);
    const courier = share === undefined ? local(place.folder) : shared(share);
    return courier.call('outbox', [place, name, args]);
  };
  return {
    files: {
      scan: (request) => carry(request.folder, 'scan', request),
      look: (file) => carry(file.folder, 'look', file),
      hash: (request) => carry(dirname(request.file.path), 'hash', request),
      take: (request) =>
        takenWhole(request, (named) => carry(dirname(named.file.path), 'take', named)),
      readWhole: (request) => carry(dirname(request.file.path), 'readWhole', request),
      readHead: (request) => carry(dirname(request.file.path), 'readHead', request),
      resolveInside: (request) => carry(request.folder, 'resolveInside', request),
      listNames: (folder) => carry(folder, 'listNames', folder),
      write: (target, content) => carry(target.folder, 'write', target, content),
      proveWritable: (folder) => carry(folder, 'proveWritable', folder),
      move: (request) => carry(dirname(request.file.path), 'move', request),
      keepNewest: (request) => carry(request.folder, 'keepNewest', request),
      claimOutbox: (claim) => carry(claim.folder, 'claimOutbox', claim),
      lookAtOutbox: (claim) => carry(claim.folder, 'lookAtOutbox', claim),
      outbox: (place) =>
        Object.fromEntries(
          outboxSteps.map((name) => [name, (...args: unknown[]) => step(place, name, args)]),
        ) as unknown as Outbox,
    },
    close() {
      for (const courier of couriers.values()) courier.close();
    },
  };
}

/** The process of a share that hangs is ended in the middle of a copy, and leaves what it has copied so far. */
async function takenWhole(request: TakeRequest, take: Files['take']): Promise<Taken> {
  const unfinished = unfinishedIn(request.into);
  try {
    return await take({ ...request, unfinished });
  } finally {
    await dropSpooled(unfinished);
  }
}

const outboxSteps = [
  'stage',
  'isStaged',
  'publish',
  'list',
  'time',
  'beginRecord',
  'recorded',
] as const satisfies readonly (keyof Outbox)[];

function remembered({ clock, shareOf: find = shareOf }: FoldersDeps) {
  const known = new Map<
    string,
    { readonly share: Promise<string | undefined>; readonly untilMs: number }
  >();
  return (folder: string): Promise<string | undefined> => {
    const nowMs = clock.monotonic();
    const last = known.get(folder);
    if (last !== undefined && nowMs < last.untilMs) return last.share;
    const share = find(folder);
    known.set(folder, { share, untilMs: nowMs + knownMs });
    return share;
  };
}
