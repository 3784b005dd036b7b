import fc from 'fast-check';
import { dialect } from './one-room.ts';

export const articles = Array.from({ length: 12 }, (_, n) => `A${n}`);
const brake =
  '  brake: { zeroed: { share: 10%, count: 1 }, vanished: { share: 10%, count: 1 }, factor: 10 }';
const common = `empty: keep, folder: ./out, ${dialect}`;
const content =
  'externalId: Nr, name: Name, isActive: { column: Aktiv, translate: { J: true, N: false } }';
const stock =
  '{ name: stock, kind: stock, FILES, folder: ./out, DIALECT, mapping: { externalId: Nr, availableQty: Menge } }';
const changes = (name: string): string => `contents: delta, pick: each, files: "${name}*.csv"`;
const whole = (name: string): string => `files: "${name}*.csv"`;
const sources = (...lines: string[]): string =>
  `${brake}\n  sources:\n    - ${lines.join('\n    - ')}`;
const stockSource = (files: string): string =>
  stock.replace('FILES', files).replace('DIALECT', dialect);

/** Which exports a shop has; `isWhole` says of which its newest file is all that counts. */
export const worlds = {
  'one export of changes': {
    catalog: sources(
      `{ name: all, ${changes('all')}, ${common}, mapping: { ${content}, availableQty: Menge } }`,
    ),
    names: ['all'],
    isWhole: { all: false, stock: false },
  },
  'whole articles and changes of stock': {
    catalog: sources(
      `{ name: all, ${whole('all')}, ${common}, mapping: { ${content} } }`,
      stockSource(changes('stock')),
    ),
    names: ['all', 'stock'],
    isWhole: { all: true, stock: false },
  },
  'changes of articles and of stock': {
    catalog: sources(
      `{ name: all, ${changes('all')}, ${common}, mapping: { ${content} } }`,
      stockSource(changes('stock')),
    ),
    names: ['all', 'stock'],
    isWhole: { all: false, stock: false },
  },
  'whole articles and whole stock': {
    catalog: sources(
      `{ name: all, ${whole('all')}, ${common}, mapping: { ${content} } }`,
      stockSource(whole('stock')),
    ),
    names: ['all', 'stock'],
    isWhole: { all: true, stock: true },
  },
} as const;
export type World = keyof typeof worlds;
export type SourceName = 'all' | 'stock';

/** What a row says; an empty cell says nothing, and the stock `?` cannot be read. */
export interface Word {
  readonly name: string;
  readonly stock: string;
  readonly active: string;
}
const word = fc.record({
  name: fc.constantFrom('Nagel', 'Nagel', 'Mutter', ''),
  stock: fc.constantFrom('0', '0', '3', '30', '7', '70', '', '?'),
  active: fc.constantFrom('J', 'J', 'J', 'N', ''),
});

/** What happens one after the other; `isFollowed`: the next export is written before anybody looks. */
export const step = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('export' as const),
      source: fc.constantFrom<SourceName>('all', 'stock'),
      words: fc.dictionary(fc.constantFrom(...articles), word, { minKeys: 1, maxKeys: 12 }),
      isBroken: fc.constantFrom(false, false, false, false, true),
      isFollowed: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), at: fc.nat(3) }) },
  // Until the next one, the marketplace refuses whatever comes of these.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      ids: fc.uniqueArray(fc.constantFrom(...articles), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

export interface Said {
  name?: string | undefined;
  stock?: string | undefined;
  active?: string | undefined;
  /** Files that say more of it and cannot be read, each with its source. */
  readonly lost: Map<string, SourceName>;
}
export const fields = ['name', 'stock', 'active'] as const;

/** An ERP that remembers what it has said last of each article. */
export class Erp {
  readonly said = new Map<string, Said>();
  readonly #world: World;
  readonly #write: (name: string, rows: readonly string[]) => void;
  readonly #broken = new Set<string>();
  #files = 100;

  constructor(world: World, write: (name: string, rows: readonly string[]) => void) {
    this.#world = world;
    this.#write = write;
  }

  /** Writes an export, and answers what it wrote. */
  export(
    wished: SourceName,
    { words, isBroken }: { words: Readonly<Record<string, Word>>; isBroken: boolean },
  ): string {
    const { names, isWhole } = worlds[this.#world];
    const source: SourceName = names.some((name) => name === wished) ? wished : 'all';
    this.#files += 1;
    const file = isWhole[source] ? `${source}.csv` : `${source}${this.#files}.csv`;
    const all = isWhole[source]
      ? Object.fromEntries(articles.map((id) => [id, this.#filled(id, words[id])]))
      : words;
    const columns = this.#columnsOf(source);
    const rows = Object.entries(all).map(([id, each]) =>
      [id, ...columns.map((column) => each[column])].join(';'),
    );
    const titles = { name: 'Name', stock: 'Menge', active: 'Aktiv' };
    const header = [isBroken ? 'Nummer' : 'Nr', ...columns.map((column) => titles[column])].join(
      ';',
    );
    if (isBroken) this.#broken.add(file);
    else this.#broken.delete(file);
    this.#write(file, [header, ...rows]);
    for (const [id, each] of Object.entries(all))
      this.#note(source, { id, word: each, file, isBroken });
    return `${file}: ${[header, ...rows].join(' | ')}`;
  }

  /** Exports everything once more, as it was said last. */
  again(): string[] {
    const words = Object.fromEntries(articles.map((id) => [id, this.#filled(id, undefined)]));
    return worlds[this.#world].names.map((name) => this.export(name, { words, isBroken: false }));
  }

  /** Somebody says that what the file said has come in another way. */
  settle(sentence: string): void {
    for (const { lost } of this.said.values())
      for (const file of lost.keys()) if (sentence.startsWith(file)) lost.delete(file);
  }

  #columnsOf(source: SourceName): readonly (typeof fields)[number][] {
    if (source === 'stock') return ['stock'];
    return this.#world === 'one export of changes' ? fields : ['name', 'active'];
  }

  /** A whole export says everything. */
  #filled(id: string, word: Word | undefined): Word {
    const { name = 'Nagel', stock: before = '5', active = 'J' } = this.said.get(id) ?? {};
    return {
      name: word?.name || name,
      stock: word?.stock || before,
      active: word?.active || active,
    };
  }

  #note(
    source: SourceName,
    { id, word, file, isBroken }: { id: string; word: Word; file: string; isBroken: boolean },
  ): void {
    const said: Said = this.said.get(id) ?? { lost: new Map() };
    this.said.set(id, said);
    const columns = this.#columnsOf(source);
    const isUnread =
      (columns.includes('stock') && word.stock === '?') ||
      (columns.includes('name') && word.name === '' && word.active !== 'N');
    if (isBroken || isUnread) {
      said.lost.set(file, source);
      return;
    }
    // Of rows, not of whole files, a newer row is as good as the one that could not be read.
    for (const [lost, by] of said.lost)
      if (by === source && !this.#broken.has(lost)) said.lost.delete(lost);
    for (const column of columns) if (word[column] !== '') said[column] = word[column];
  }
}
