import type { Shop } from '../support/catalog.ts';
import { csv } from '../support/wares.ts';

const common = 'folder: ./out, stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';

/** Two exports, each the owner of its fields; what vanishes is unpublished at once. */
export const stormCatalog = `  sessionFrom: 1000000
  vanished: unpublish
  brake: { vanished: { share: 100%, count: 99999 }, zeroed: { share: 100%, count: 99999 }, factor: 1000 }
  sources:
    - { name: articles, files: "artikel*.csv", ${common}, mapping: { externalId: Nr, name: Name, brand: Marke } }
    - { name: stock, kind: stock, files: "bestand*.csv", ${common}, mapping: { externalId: Nr, availableQty: Menge } }`;

interface Ware {
  name: number;
  stock: number;
  isListed: boolean;
}

/** The marketplace refuses these: one alone, or the whole batch that one of them is in. */
const refusedAlone = /^B/;
const refusedWhole = /^C/;

export function refuses(fields: Readonly<Record<string, unknown>>): 'item' | 'whole' | undefined {
  const id = String(fields['externalId']);
  if (refusedWhole.test(id)) return 'whole';
  return refusedAlone.test(id) ? 'item' : undefined;
}

/** An ERP whose articles change, vanish and come back all the time; what it exported last is the truth. */
export class Wholesaler {
  readonly #list = new Map<string, Ware>();
  readonly #chance: () => number;

  constructor(articles: number, chance: () => number) {
    this.#chance = chance;
    for (let n = 0; n < articles; n += 1) {
      const letter = n % 50 === 7 ? (n % 100 === 7 ? 'B' : 'C') : 'A';
      this.#list.set(`${letter}${n}`, { name: 1, stock: 5, isListed: true });
    }
  }

  /** A day passes: `share` of the articles change, of those some vanish or return. */
  change(share: number): void {
    for (const ware of this.#list.values()) {
      if (this.#chance() >= share) continue;
      const thrown = this.#chance();
      if (thrown < 0.35) ware.isListed = !ware.isListed;
      else if (thrown < 0.7) ware.stock = (ware.stock % 40) + 1;
      else ware.name = (ware.name % 3) + 1;
    }
  }

  export(shop: Shop): void {
    const rows = [...this.#list].filter(([, { isListed }]) => isListed);
    shop.write(
      'out/artikel.csv',
      csv(
        ['Nr', 'Name', 'Marke'],
        rows.map(([id, { name }]) => [id, `Artikel ${id}`, `Marke ${name}`]),
      ),
    );
    shop.write(
      'out/bestand.csv',
      csv(
        ['Nr', 'Menge'],
        rows.map(([id, { stock }]) => [id, String(stock)]),
      ),
    );
  }

  /** What buyers must see in the end: brand and quantity by article, less what the marketplace refuses. */
  truth(isTaken: (id: string) => boolean): Map<string, string> {
    const rows = [...this.#list].filter(([id, { isListed }]) => isListed && isTaken(id));
    return new Map(rows.map(([id, { name, stock }]) => [id, `Marke ${name}: ${stock}`]));
  }
}

/** Where what buyers see differs from the truth, in words. */
export function differences(
  truth: ReadonlyMap<string, string>,
  products: Iterable<Readonly<Record<string, unknown>>>,
): string[] {
  const seen = new Map(
    [...products].map(({ externalId, brand, availableQty }) => [
      String(externalId),
      `${brand}: ${availableQty}`,
    ]),
  );
  const wrong = [...truth].filter(([id, wanted]) => seen.get(id) !== wanted);
  const extra = [...seen.keys()].filter((id) => !truth.has(id));
  return [
    ...wrong.map(([id, wanted]) => `${id} is ${seen.get(id) ?? 'missing'} instead of ${wanted}`),
    ...extra.map((id) => `${id} should be gone`),
  ];
}
