/** A small wholesaler's articles, and the two exports that its ERP writes of them. */
export interface Ware {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
}

export function wares(count: number): Ware[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `A-${String(index + 1).padStart(3, '0')}`,
    name: `Schraube ${index + 1}`,
    stock: 10 + index,
  }));
}

export function articlesFile(list: readonly Ware[]): string {
  return csv(
    ['ArtNr', 'Bezeichnung', 'ME'],
    list.map(({ id, name }) => [id, name, 'STK']),
  );
}

export function stockFile(list: readonly Pick<Ware, 'id' | 'stock'>[]): string {
  return csv(
    ['ArtNr', 'Bestand'],
    list.map(({ id, stock }) => [id, String(stock).replace('.', ',')]),
  );
}

export function csv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => `${cells.join(';')}\r\n`).join('');
}
