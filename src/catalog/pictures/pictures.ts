import type { Offline } from '../../files/offline.ts';
import { noteMissing } from './missing-pictures.ts';
import { createPictureFinder, type FoundPictures } from './picture-find.ts';
import { takeGone, withdrawEmptyHolds } from './picture-gone.ts';
import { readPictures, takeRefused } from './picture-intake.ts';
import { createPictureLane } from './picture-lane.ts';
import { createPictureWatcher } from './picture-look.ts';
import { type PictureDeps, type PicturePlace, picturePlace } from './picture-ports.ts';

interface LastPictureLook {
  readonly at: number;
  readonly offline?: Offline['offline'];
  readonly found?: Omit<FoundPictures, 'pictures' | 'refused' | 'missing'>;
}

/** The pictures of the products: looks at their folder, reads what changed, and sends what is due. */
export interface Pictures {
  readonly place: PicturePlace;
  last(): LastPictureLook | undefined;
  /** Looks again and again until it is stopped; reads, and sends nothing. */
  run(): Promise<void>;
  stop(): Promise<void>;
  /** A folder or an import has changed: look soon. */
  lookSoon(): void;
  /** For one pass: looks until every file is at rest and read. */
  lookUntilRest(): Promise<void>;
  /** True if files may stand there unread that belong to articles which an import has just brought. */
  isUnread(): boolean;
  pump(): boolean;
  isBusy(): boolean;
  isProbing(): boolean;
}

/** Rare enough for a folder of 100,000 files on a share; the watcher and every import wake it sooner. */
const lookEveryMs = 60_000;
/** The watcher of a folder that is away tells nothing, and the folder may be back in a moment. */
const awayEveryMs = 5_000;
/** A look takes at most this share of the time. */
const restPerLook = 20;
const soonMs = 200;
/** `run --once` waits as long for files that continue changing (contract.md section 2). */
const restMaxMs = 60_000;

/** Undefined where the configuration knows no pictures. */
export function createPictures(deps: Omit<PictureDeps, 'unconverted'>): Pictures | undefined {
  const place = picturePlace(deps.config);
  if (place === undefined) return undefined;
  deps.store.pictures.limitTo(deps.config.only);
  return new PictureFlow({ ...deps, unconverted: new Map() }, place);
}

class PictureFlow implements Pictures {
  readonly place: PicturePlace;
  readonly #deps: PictureDeps;
  readonly #find;
  readonly #compare;
  readonly #lane;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #last: LastPictureLook | undefined;
  /** Monotonic; undefined: nothing is known to be unfinished. */
  #againAtMs: number | undefined;
  #looking: Promise<void> | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: PictureDeps, place: PicturePlace) {
    this.#deps = deps;
    this.place = place;
    this.#find = createPictureFinder(deps, place);
    this.#compare = createPictureWatcher(deps, place);
    this.#lane = createPictureLane(deps, place);
  }

  last = (): LastPictureLook | undefined => this.#last;
  isBusy = (): boolean => this.#looking !== undefined || this.#lane.isBusy();
  isProbing = (): boolean => this.#lane.storage.isProbing;
  isUnread = (): boolean => this.place.by === 'column' || (this.#last?.found?.foreign ?? 0) > 0;

  pump(): boolean {
    return !this.#stopping.signal.aborted && this.#lane.pump();
  }

  lookSoon(): void {
    this.#wake.abort();
  }

  run(): Promise<void> {
    this.#running ??= this.#loop();
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#running;
    await this.#looking;
  }

  async lookUntilRest(): Promise<void> {
    const { clock } = this.#deps;
    const giveUpMs = clock.monotonic() + restMaxMs;
    while (!this.#stopping.signal.aborted) {
      await this.#look();
      if (this.#againAtMs === undefined || clock.monotonic() >= giveUpMs) return;
      const waitMs = Math.max(1, this.#againAtMs - clock.monotonic());
      await clock.sleep(Math.min(waitMs, this.#deps.pictures.quietMs), this.#stopping.signal);
    }
  }

  async #loop(): Promise<void> {
    const { clock } = this.#deps;
    while (!this.#stopping.signal.aborted) {
      const sinceMs = clock.monotonic();
      await this.#look();
      const tookMs = clock.monotonic() - sinceMs;
      const everyMs = this.#last?.offline === undefined ? lookEveryMs : awayEveryMs;
      const waitMs =
        this.#againAtMs === undefined
          ? Math.max(everyMs, tookMs * restPerLook)
          : Math.max(soonMs, this.#againAtMs - clock.monotonic());
      await clock.sleep(waitMs, this.#wake.signal);
      // Wakes come in bursts: a large folder is not looked at for each of them.
      await clock.sleep(Math.min(soonMs + tookMs, lookEveryMs), this.#stopping.signal);
      if (!this.#stopping.signal.aborted) this.#wake = new AbortController();
    }
  }

  /** One at a time, whoever asks. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { clock } = this.#deps;
    const found = await this.#find();
    if ('offline' in found) {
      this.#last = { at: clock.now(), offline: found.offline };
      this.#againAtMs = undefined;
      return;
    }
    const { changed, gone, againAtMs } = await this.#compare(found);
    await readPictures(this.#deps, this.place, { changed, signal: this.#stopping.signal });
    takeRefused(this.#deps, found.refused);
    takeGone(this.#deps, this.place, { gone, found });
    withdrawEmptyHolds(this.#deps);
    await noteMissing(this.#deps, found.missing);
    const { files, foreign } = found;
    this.#last = { at: clock.now(), found: { files, foreign } };
    this.#againAtMs = againAtMs;
    this.#deps.nudge();
  }
}
