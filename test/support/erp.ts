import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { namesIn, type Scene } from './scene.ts';
import { until } from './until.ts';

/** An order file as the ERP read it. */
export interface OrderFile {
  readonly name: string;
  readonly sequence: number;
  readonly orderId: number;
  readonly orderNumber: string;
  readonly version: string;
  readonly status: string;
  readonly change: string;
  readonly changed: readonly { readonly field: string }[];
  readonly previousSequence: number | null;
  readonly summary: { readonly version: string };
  readonly detail: { readonly order: { readonly version: string } };
}

/** The ERP's side of the scene's folders. */
export interface Erp {
  /** The order files that stand in the outbox. */
  files(): OrderFile[];
  /** Waits until so many files of the order stand there, and answers them. */
  filesOf(orderId: number, count: number): Promise<OrderFile[]>;
  /** Takes a file away, which acknowledges it. */
  take(file: OrderFile): void;
  command(name: string, rows: readonly Readonly<Record<string, string>>[]): void;
  receipt(name: string): Receipt[];
  /** Waits until every row of the receipt has ended. */
  ended(name: string): Promise<Receipt[]>;
}

interface Receipt {
  readonly row: string;
  readonly orderNumber: string;
  readonly action: string;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly orderStatus: string;
}

export function erpOf(scene: Scene): Erp {
  const files = (): OrderFile[] =>
    scene.names('orders').map((name) => readOrderFile(scene.path('orders'), name));
  const receipt = (name: string): Receipt[] =>
    parse(scene.read(`receipts/${name}`), { columns: true }) as Receipt[];
  return {
    files,
    filesOf: (orderId, count) =>
      until(`order ${orderId} has ${count} files`, () => {
        const own = files().filter((file) => file.orderId === orderId);
        return own.length >= count && own;
      }),
    take: ({ name }) => fs.unlinkSync(path.join(scene.path('orders'), name)),
    command(name, rows) {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
      scene.write(`commands/${name}`, lines.map((cells) => `${cells.join(',')}\n`).join(''));
    },
    receipt,
    ended: (name) =>
      until(`${name} says how every command ended`, () => {
        if (!scene.names('receipts').includes(name)) return false;
        const rows = receipt(name);
        return rows.every(({ outcome }) => outcome !== 'waiting') && rows;
      }),
  };
}

function readOrderFile(folder: string, name: string): OrderFile {
  return { ...JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')), name } as OrderFile;
}

/** An ERP that takes every file the moment it sees it; what it took is remembered. */
export function greedyErp(folder: string): { readonly taken: OrderFile[]; stop(): OrderFile[] } {
  const taken: OrderFile[] = [];
  const take = (): void => {
    for (const name of namesIn(folder)) {
      taken.push(readOrderFile(folder, name));
      fs.unlinkSync(path.join(folder, name));
    }
  };
  const timer = setInterval(take, 10);
  return {
    taken,
    stop() {
      clearInterval(timer);
      take();
      return taken;
    },
  };
}
