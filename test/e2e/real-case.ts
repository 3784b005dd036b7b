import { expect } from 'vitest';
import type { CatalogPass } from '../../src/catalog/door.ts';
import type { StoredProduct } from '../support/market.ts';
import { type ExampleRoom, openExample, realBytes } from './example-room.ts';
import { words } from './plain-reading.ts';

export interface CountedRows {
  readonly read: number;
  readonly sent: number;
  readonly rejected: number;
  readonly skipped: number;
}

export interface ExpectedProduct {
  readonly externalId: string;
  readonly name: string;
  /** 0 where nothing was said: what the marketplace has then. */
  readonly availableQty: number;
  readonly barcode?: string;
  /** What else the example maps: compared with what was sent where another reading says it of one product at least. */
  readonly brand?: string;
  /** Its words alone, so that markup and line ends make no difference. */
  readonly description?: string;
  readonly unitOfMeasure?: string;
  readonly isActive?: boolean;
  readonly leadTimeDays?: number;
  readonly minOrderQty?: number;
}

const details = [
  ...(['brand', 'description', 'unitOfMeasure'] as const),
  ...(['isActive', 'leadTimeDays', 'minOrderQty'] as const),
];

/** Real files under the names that an ERP gives them, and what another reading of them says. */
export interface RealCase {
  readonly example: string;
  readonly files: Readonly<Record<string, string>>;
  /** Files whose rows MANIFEST.md counts, by the source that reads them. */
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  /** By source, and for several files of one source in the order of their names. */
  books(): Readonly<Record<string, CountedRows | readonly CountedRows[]>>;
  products(): readonly ExpectedProduct[];
}

export const caseTitle = ({ example, files }: RealCase): string =>
  `${example} with ${Object.values(files).join(' and ')}`;

export const allSent = (rows: number): CountedRows => ({
  read: rows,
  sent: rows,
  rejected: 0,
  skipped: 0,
});

export function putFiles(room: ExampleRoom, files: RealCase['files']): void {
  for (const [name, real] of Object.entries(files)) room.put(name, realBytes(real));
}

/** Opens the example, puts the files there and runs the first pass. */
export async function firstPass(
  real: RealCase,
): Promise<{ readonly room: ExampleRoom; readonly pass: CatalogPass }> {
  const room = await openExample(real.example);
  putFiles(room, real.files);
  return { room, pass: await room.pass() };
}

/** The rows of each source's imports, after each import was seen to balance and to be at its end. */
export function countedRows({ runs, unread, isBusy }: CatalogPass): Record<string, CountedRows[]> {
  expect({ unread, isBusy }).toEqual({ unread: [], isBusy: false });
  const counted: Record<string, CountedRows[]> = {};
  for (const { source, read, unchanged, sent, held, rejected, skipped, final } of runs) {
    expect(unchanged + sent + held + rejected + skipped).toBe(read);
    expect({ final, unchanged, held }).toEqual({ final: true, unchanged: 0, held: 0 });
    counted[source] = [...(counted[source] ?? []), { read, sent, rejected, skipped }];
  }
  return counted;
}

/** The marketplace's catalogue in the order of the ids, with the details that are expected of any product of it. */
export function catalogueOf(
  products: readonly StoredProduct[],
  expected: readonly ExpectedProduct[] = [],
): readonly ExpectedProduct[] {
  const compared = details.filter((name) => expected.some((product) => name in product));
  return inOrder(
    products.map(({ externalId, name, availableQty = 0, ...rest }) => {
      const { barcode, description } = rest;
      const said: Readonly<Record<string, unknown>> = {
        ...rest,
        ...(typeof description === 'string' ? { description: words(description).join(' ') } : {}),
      };
      const more = compared.flatMap((detail) =>
        said[detail] == null ? [] : [[detail, said[detail]]],
      );
      return {
        externalId,
        name,
        availableQty,
        ...(typeof barcode === 'string' ? { barcode } : {}),
        ...Object.fromEntries(more),
      };
    }),
  );
}

export function inOrder(products: readonly ExpectedProduct[]): readonly ExpectedProduct[] {
  return [...products].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
}

/** A new process over the same files: nothing is read again, nothing is sent. */
export async function expectSilence(room: ExampleRoom): Promise<void> {
  const before = (await room.ledger()).length;
  await room.restart();
  const { runs, calls } = await room.pass();
  expect(runs).toEqual([]);
  expect(calls).toEqual({ batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 });
  expect(await room.ledger()).toHaveLength(before);
}
