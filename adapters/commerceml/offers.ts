import { tooLarge } from '../xml/refused.ts';
import type { Cells } from '../xml/shape.ts';
import { ByteStore } from './byte-store.ts';
import { kept } from './kept.ts';
import { offerBytesMax, offersMax } from './limits.ts';

/** One offer, its cells by column index; `Ид` is not among them. */
export interface Offer {
  readonly id: string;
  readonly file: string;
  readonly cells: Cells;
}

/** The offers of all files, by product. What several files say of one offer is one offer (offers and rests). */
export class Offers {
  readonly #store = new ByteStore();
  /** Places in the store, by product. */
  readonly #byProduct = new Map<string, number[]>();
  readonly #claimed = new Set<string>();
  /** Places by the offer's own id; needed only where the catalogue has each variant as a product of its own. */
  #byVariant: Map<string, number[]> | undefined;
  /** Which offer stands where; needed only where a second file brings offers. */
  #byId: Map<string, { readonly siblings: number[]; readonly at: number }> | undefined;
  #firstFile: string | undefined;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(offer: Offer): void {
    this.#firstFile ??= offer.file;
    if (offer.file !== this.#firstFile) this.#byId ??= this.#indexed();
    const known = this.#byId?.get(offer.id);
    const before = known === undefined ? undefined : this.#read(known.siblings[known.at] ?? 0);
    if (known === undefined || before === undefined || before.file === offer.file) {
      this.#append(offer);
    } else if (
      offer.cells.some((cell, index) => cell !== undefined && cell !== before.cells[index])
    ) {
      known.siblings[known.at] = this.#packed({
        ...before,
        cells: overlaid(before.cells, offer.cells),
      });
    }
  }

  /** The offers of a product, or the one of a variant; from now on they count as having found it. */
  claim(productId: string): Offer[] | 'claimed' {
    const places = this.#placesOf(productId);
    if (places === undefined) return [];
    if ([productId, productOf(productId)].some((id) => this.#claimed.has(id))) return 'claimed';
    this.#claimed.add(kept(productId));
    return places
      .map((place) => this.#read(place))
      .filter(({ id }) => id === productId || !this.#claimed.has(id));
  }

  /** Those whose product never came, in the order of the files. */
  *unclaimed(): Generator<Offer> {
    for (const [productId, places] of this.#byProduct) {
      if (this.#claimed.has(productId)) continue;
      for (const place of places) {
        const offer = this.#read(place);
        if (!this.#claimed.has(offer.id)) yield offer;
      }
    }
  }

  #placesOf(productId: string): readonly number[] | undefined {
    if (productOf(productId) === productId) return this.#byProduct.get(productId);
    this.#byVariant ??= this.#variants();
    return this.#byVariant.get(productId);
  }

  #variants(): Map<string, number[]> {
    const variants = new Map<string, number[]>();
    for (const place of [...this.#byProduct.values()].flat()) {
      const { id } = this.#read(place);
      const places = variants.get(id);
      if (places === undefined) variants.set(id, [place]);
      else places.push(place);
    }
    return variants;
  }

  #append(offer: Offer): void {
    const productId = productOf(offer.id);
    let siblings = this.#byProduct.get(productId);
    if (siblings === undefined) {
      siblings = [];
      this.#byProduct.set(kept(productId), siblings);
    }
    const at = siblings.push(this.#packed(offer)) - 1;
    this.#byId?.set(kept(offer.id), { siblings, at });
    this.#count += 1;
    if (this.#count <= offersMax) return;
    throw tooLarge(offer.file, `The files hold more than ${offersMax} offers.`);
  }

  #indexed(): Map<string, { siblings: number[]; at: number }> {
    const index = new Map<string, { siblings: number[]; at: number }>();
    for (const siblings of this.#byProduct.values()) {
      for (const [at, place] of siblings.entries()) {
        index.set(this.#read(place).id, { siblings, at });
      }
    }
    return index;
  }

  #packed(offer: Offer): number {
    const packed: Packed = [offer.id, offer.file, Object.entries(offer.cells)];
    const place = this.#store.append(JSON.stringify(packed));
    if (this.#store.bytes <= offerBytesMax) return place;
    throw tooLarge(offer.file, `The offers take more than ${offerBytesMax} bytes.`);
  }

  #read(place: number): Offer {
    const [id, file, entries]: Packed = JSON.parse(this.#store.read(place));
    const cells: Cells = [];
    for (const [index, text] of entries)
      if (text !== null) cells[Number(index)] = text ?? undefined;
    return { id, file, cells };
  }
}

/** Only what this file writes and reads again; JSON turns an empty cell into null. */
type Packed = readonly [
  id: string,
  file: string,
  cells: readonly (readonly [index: string, text: string | null | undefined])[],
];

/** `product#variant` → `product`. */
export function productOf(offerId: string): string {
  const mark = offerId.indexOf('#');
  return mark === -1 ? offerId : offerId.slice(0, mark);
}

/** The offer's own values before those of its product or of a file before; an empty one says nothing. */
export function overlaid(before: Cells, offer: Cells): Cells {
  const cells = before.slice();
  for (const [index, cell] of offer.entries()) {
    if (cell === undefined || (cell === '' && cells[index] !== undefined)) continue;
    cells[index] = cell;
  }
  return cells;
}
