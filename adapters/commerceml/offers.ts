import { Buffer } from 'node:buffer';
import { tooLarge } from '../xml/refused.ts';
import type { Cells } from '../xml/shape.ts';
import { kept } from './kept.ts';
import { offerBytesMax, offersMax } from './limits.ts';

/** One offer as it waits for its product: cells as bytes, outside the heap of the program. */
interface Waiting {
  readonly id: string;
  readonly file: string;
  bytes: Buffer;
}

/** One offer, its cells by column index. */
export interface Offer {
  readonly id: string;
  readonly productId: string;
  readonly file: string;
  readonly cells: Cells;
}

/** The offers of all files, by product. What several files say of one offer is one offer (offers and rests). */
export class Offers {
  readonly #byProduct = new Map<string, Waiting[]>();
  /** Needed only where a second file brings offers. */
  #byId: Map<string, Waiting> | undefined;
  readonly #claimed = new Set<string>();
  #firstFile: string | undefined;
  #count = 0;
  #bytes = 0;

  get count(): number {
    return this.#count;
  }

  add(offer: Omit<Offer, 'productId'>): void {
    this.#firstFile ??= offer.file;
    if (offer.file !== this.#firstFile) this.#byId ??= this.#indexed();
    const same = this.#byId?.get(offer.id);
    if (same === undefined || same.file === offer.file) {
      this.#append(offer);
      return;
    }
    const cells = unpacked(same.bytes);
    for (const [index, cell] of offer.cells.entries()) if (cell !== undefined) cells[index] = cell;
    same.bytes = this.#packed({ ...offer, cells });
  }

  /** The offers of a product; from now on they count as having found it. */
  claim(productId: string): Offer[] | 'claimed' {
    const waiting = this.#byProduct.get(productId);
    if (waiting === undefined) return [];
    if (this.#claimed.has(productId)) return 'claimed';
    this.#claimed.add(kept(productId));
    return waiting.map((offer) => opened(offer, productId));
  }

  /** Those whose product never came, in the order of the files. */
  *unclaimed(): Generator<Offer> {
    for (const [productId, offers] of this.#byProduct) {
      if (this.#claimed.has(productId)) continue;
      for (const offer of offers) yield opened(offer, productId);
    }
  }

  #append(offer: Omit<Offer, 'productId'>): void {
    const waiting = { id: kept(offer.id), file: offer.file, bytes: this.#packed(offer) };
    const productId = kept(productOf(offer.id));
    const siblings = this.#byProduct.get(productId);
    if (siblings === undefined) this.#byProduct.set(productId, [waiting]);
    else siblings.push(waiting);
    this.#byId?.set(waiting.id, waiting);
    this.#count += 1;
    if (this.#count <= offersMax) return;
    throw tooLarge(offer.file, `The files hold more than ${offersMax} offers.`);
  }

  #indexed(): Map<string, Waiting> {
    return new Map([...this.#byProduct.values()].flat().map((offer) => [offer.id, offer]));
  }

  #packed(offer: Omit<Offer, 'productId'>): Buffer {
    const bytes = Buffer.from(JSON.stringify(Object.entries(offer.cells)));
    this.#bytes += bytes.length;
    if (this.#bytes <= offerBytesMax) return bytes;
    throw tooLarge(offer.file, `The offers take more than ${offerBytesMax} bytes.`);
  }
}

/** `product#variant` → `product`. */
export function productOf(offerId: string): string {
  const mark = offerId.indexOf('#');
  return mark === -1 ? offerId : offerId.slice(0, mark);
}

function opened(waiting: Waiting, productId: string): Offer {
  return { id: waiting.id, productId, file: waiting.file, cells: unpacked(waiting.bytes) };
}

function unpacked(bytes: Buffer): Cells {
  const cells: Cells = [];
  const entries: readonly (readonly [string, string | null])[] = JSON.parse(bytes.toString());
  for (const [index, text] of entries) if (text !== null) cells[Number(index)] = text;
  return cells;
}
