import { Buffer } from 'node:buffer';
import type { Requests } from '../../store/requests.ts';
import type { Fields } from '../mapping/mapped-row.ts';

/** What was sent of a product, read from the body of the request that carried it, so that it is kept nowhere else. */
export interface SentProducts {
  /** Undefined where the request carries no content of the product. */
  in(request: number | null | undefined, externalId: string): Fields | undefined;
}

/**
 * A file names its articles much in the order of the requests that sent them, so a few bodies serve many rows in turn.
 */
const bodiesKept = 8;
const comma = 0x2c;
const openingBracket = 0x5b;
const keyMember = '{"externalId":';

export function createSentProducts({ bodyOf }: Pick<Requests, 'bodyOf'>): SentProducts {
  const bodies = new Map<number, Buffer | undefined>();
  const body = (request: number): Buffer | undefined => {
    if (bodies.has(request)) return bodies.get(request);
    const read = bodyOf(request);
    const [oldest] = bodies.keys();
    if (bodies.size >= bodiesKept && oldest !== undefined) bodies.delete(oldest);
    bodies.set(request, read && Buffer.from(read.buffer, read.byteOffset, read.byteLength));
    return bodies.get(request);
  };
  return {
    in(request, externalId) {
      if (request === null || request === undefined) return undefined;
      const text = itemText(body(request), externalId);
      return text === undefined ? undefined : fieldsOfItem(text);
    },
  };
}

/**
 * Each item begins with its key (domain/product-text.ts). Within a text the quote marks are escaped, so no text looks
 * like one.
 */
function itemText(body: Buffer | undefined, externalId: string): string | undefined {
  if (body === undefined) return undefined;
  const key = `${keyMember}${JSON.stringify(externalId)}`;
  let start = body.indexOf(key);
  // An attribute may be called `externalId`: the attributes then begin like an item, but behind a colon.
  while (start > 0 && body[start - 1] !== comma && body[start - 1] !== openingBracket)
    start = body.indexOf(key, start + 1);
  if (start < 0) return undefined;
  const next = body.indexOf(`,${keyMember}`, start + 1);
  return body.toString('utf8', start, next < 0 ? body.lastIndexOf(']') : next);
}

function fieldsOfItem(text: string): Fields | undefined {
  const { externalId: _, availableQty: __, ...fields } = JSON.parse(text) as SentItem;
  for (const field of ['minOrderQty', 'stepQty'] as const) {
    const sent = fields[field];
    if (sent !== undefined) fields[field] = Math.round(sent * 1_000);
  }
  return fields.name === undefined ? undefined : fields;
}

type SentItem = Fields & { readonly externalId: string; readonly availableQty?: number };
