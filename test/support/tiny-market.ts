import { createHash } from 'node:crypto';

/** One mutating request as it came over the line. */
export interface Letter {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Uint8Array | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Keeping {
  /** Which answers a key keeps: every one, all but 429 and 5xx, or only 2xx (the specification leaves it open). */
  readonly store: 'all' | 'notTransient' | 'success';
  readonly retentionMs: number;
}

/** The fields of a product as the last request left them, in one text. */
type Shown = string;

interface Kept {
  readonly digest: string;
  readonly reply: Reply;
  readonly at: number;
}

type Fields = Record<string, unknown>;

/**
 * The service's catalogue in a hundred lines, a second reading of the specification that shares no code with the client
 * nor with the sandbox, and the judge of what came: bytes under a key, and what a repetition changed.
 */
export class TinyMarket {
  readonly products = new Map<string, Fields>();
  /** Each batch with the ids that it held. */
  readonly calls: { readonly name: 'upsert' | 'stock' | 'delete'; readonly body: string }[] = [];
  /** Whoever asks for no calls saves their memory. */
  keepsCalls = true;
  /** What must never be: a key with other bytes, a repetition that changed something. */
  readonly breaches: string[] = [];
  requests = 0;
  /** Failures that a key has kept. */
  keptFailures = 0;
  /** Requests that found nothing but a failure that their key had kept. */
  repeatedFailures = 0;
  /** A product that the service refuses; `whole`: with everything that came with it. */
  refuses: (fields: Fields) => 'item' | 'whole' | undefined = () => undefined;
  readonly #keeping: Keeping;
  readonly #kept = new Map<string, Kept>();
  /** Of each key for ever: its bytes, and whether it was carried out. */
  readonly #keys = new Map<string, { readonly digest: string; isDone: boolean }>();

  constructor(keeping: Keeping = { store: 'notTransient', retentionMs: 86_400_000 }) {
    this.#keeping = keeping;
  }

  /** Carries a request out, or repeats what it answered to its key. */
  take(letter: Letter, now: number): Reply {
    return this.#answered(letter, now, () => this.#carryOut(letter));
  }

  /** Answers with a failure before anything is done; the key may keep that answer too. */
  fail(letter: Letter, now: number, reply: Reply): Reply {
    return this.#answered(letter, now, () => reply);
  }

  /** Carries the request out and answers with a failure all the same. */
  takeAndFail(letter: Letter, now: number, reply: Reply): Reply {
    return this.#answered(letter, now, () => {
      this.#carryOut(letter);
      return reply;
    });
  }

  #answered(letter: Letter, now: number, work: () => Reply): Reply {
    this.requests += 1;
    const { key, method, path, body } = letter;
    const hash = createHash('sha1').update(`${method} ${path}\n`);
    const digest = hash.update(body ?? '').digest('base64');
    if (key === undefined) {
      this.breaches.push(`${method} ${path} came without a key`);
      return work();
    }
    const known = this.#keys.get(key);
    if (known !== undefined && known.digest !== digest)
      this.breaches.push(`${key} came with other bytes: ${method} ${path}`);
    if (known === undefined) this.#keys.set(key, { digest, isDone: false });
    const kept = this.#kept.get(key);
    if (kept !== undefined && now - kept.at <= this.#keeping.retentionMs) {
      if (kept.digest !== digest) return problem(409, 'IDEMPOTENCY_KEY_REUSED');
      if (isTransient(kept.reply.status)) this.repeatedFailures += 1;
      return kept.reply;
    }
    const reply = work();
    if (this.#keeps(reply.status)) {
      this.#kept.set(key, { digest, reply, at: now });
      if (isTransient(reply.status)) this.keptFailures += 1;
    }
    return reply;
  }

  #keeps(status: number): boolean {
    const { store } = this.#keeping;
    if (store === 'success') return status < 300;
    return store === 'all' || !isTransient(status);
  }

  #carryOut({ method, path, key, body }: Letter): Reply {
    const text = body === undefined ? '' : Buffer.from(body).toString('utf8');
    const name = method === 'DELETE' ? 'delete' : path.endsWith('/stock') ? 'stock' : 'upsert';
    if (this.keepsCalls) this.calls.push({ name, body: name === 'delete' ? path : text });
    const known = key === undefined ? undefined : this.#keys.get(key);
    const watch = { changed: 0 };
    const reply =
      name === 'delete'
        ? this.#delete(decodeURIComponent(path.split('/').at(-1) ?? ''), watch)
        : name === 'stock'
          ? this.#stock(JSON.parse(text).items, watch)
          : this.#upsert(JSON.parse(text), watch);
    if (known?.isDone === true && watch.changed > 0)
      this.breaches.push(`${key} changed ${watch.changed} products when it was repeated`);
    if (known !== undefined) known.isDone = true;
    return reply;
  }

  #put(id: string, fields: Fields | undefined, watch: { changed: number }): void {
    const before = this.products.get(id);
    if (shown(before) !== shown(fields)) watch.changed += 1;
    if (fields === undefined) this.products.delete(id);
    else this.products.set(id, fields);
  }

  #delete(id: string, watch: { changed: number }): Reply {
    if (!this.products.has(id)) return problem(404, 'NOT_FOUND');
    this.#put(id, undefined, watch);
    return { status: 204, body: '' };
  }

  #upsert(items: readonly Fields[], watch: { changed: number }): Reply {
    if (items.length > 100) return problem(400, 'VALIDATION_ERROR');
    if (items.some((item) => this.refuses(item) === 'whole'))
      return problem(422, 'VALIDATION_ERROR');
    const good = items.filter((item) => this.refuses(item) === undefined);
    for (const item of good) {
      const id = String(item['externalId']);
      const before = this.products.get(id);
      // What is left out is cleared; only a quantity stays that is not spoken of.
      const quantity = item['availableQty'] ?? before?.['availableQty'];
      this.#put(
        id,
        { ...item, ...(quantity === undefined ? {} : { availableQty: quantity }) },
        watch,
      );
    }
    const bad = items.filter((item) => this.refuses(item) === 'item');
    return {
      status: 200,
      body: JSON.stringify({
        succeeded: good.length,
        failed: bad.length,
        results: good.map(({ externalId }) => ({ externalId, status: 'upserted' })),
        errors: bad.map(({ externalId }) => ({
          externalId,
          errorCode: 'VALIDATION_ERROR',
          error: 'no',
        })),
      }),
    };
  }

  #stock(items: readonly Fields[], watch: { changed: number }): Reply {
    if (items.length > 50) return problem(400, 'VALIDATION_ERROR');
    const known = items.filter(({ externalId }) => this.products.has(String(externalId)));
    for (const { externalId, availableQty } of known) {
      const id = String(externalId);
      this.#put(id, { ...this.products.get(id), availableQty }, watch);
    }
    const errors = items
      .filter(({ externalId }) => !this.products.has(String(externalId)))
      .map(({ externalId }) => ({
        externalId,
        status: 'failed',
        errorCode: 'NOT_FOUND',
        error: 'unknown',
      }));
    return { status: 200, body: JSON.stringify({ succeeded: known.length, errors }) };
  }
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}

export function problem(status: number, type: string): Reply {
  return { status, body: JSON.stringify({ type, title: type, status, detail: '' }) };
}

/** A product in one text, whatever the order of its fields. */
function shown(fields: Fields | undefined): Shown {
  return fields === undefined
    ? ''
    : JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
