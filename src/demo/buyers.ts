import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import type { DemoPlace } from './place.ts';

interface Day {
  readonly place: DemoPlace;
  /** Where the daemon receives webhooks. */
  readonly webhooks: string;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

interface PlacedOrder {
  readonly id: number;
  readonly orderNumber: string;
}

const orderEveryMs = 20_000;
/** Far more than a step takes: a machine under load is no fault of the demo, and the tests start with one. */
const waitMaxMs = 120_000;
const lookEveryMs = 50;

/** What the demo shows of orders: placed, edited in place, accepted by a command file, a counter sale annulled. */
export async function buyersDay(day: Day): Promise<void> {
  const { place, tell } = day;
  await listen(day);
  const [first] = await order(place, { count: 2 });
  const [operators] = await order(place, { origin: 'operator' });
  const [counter] = await order(place, { origin: 'counterSale' });
  await until(day, () => orderFiles(place).length >= 4);
  tell('Four orders were placed; each is a file in the outbox.');
  await place.sandbox.control('POST', `/sandbox/orders/${operators?.id}/edit`, {});
  await place.sandbox.control('POST', `/sandbox/orders/${counter?.id}/annul`, {
    voidReason: 'Falsch gebucht',
  });
  await order(place, { count: 1 });
  await until(day, () => orderFiles(place).length >= 7);
  tell(
    `Order ${operators?.orderNumber} was edited in place and sale ${counter?.orderNumber} annulled: each has a second file.`,
  );
  dropCommand(place, `orderNumber;action\r\n${first?.orderNumber};accept\r\n`);
  await until(day, () => receiptOf(place).includes(',done,'));
  tell(`The ERP accepted ${first?.orderNumber} by a command file:`);
  tell(receiptOf(place).trimEnd());
}

/** Buyers order now and then, until the demo is stopped. */
export async function placeOrders(day: Day): Promise<void> {
  const { place, signal } = day;
  await listen(day);
  await order(place, { count: 2 });
  void (async () => {
    while (!signal.aborted) {
      await systemClock.sleep(orderEveryMs, signal);
      if (!signal.aborted) await order(place, { count: 1 });
    }
  })();
}

async function listen({ place, webhooks }: Day): Promise<void> {
  await place.sandbox.control('POST', '/sandbox/webhooks', { url: webhooks, secret: place.secret });
}

async function order(
  { sandbox }: DemoPlace,
  body: Record<string, unknown>,
): Promise<readonly PlacedOrder[]> {
  const answer = (await sandbox.control('POST', '/sandbox/orders', body)) as {
    orders: PlacedOrder[];
  };
  return answer.orders;
}

function orderFiles({ folder }: DemoPlace): string[] {
  return fs
    .readdirSync(path.join(folder, 'erp/orders'))
    .filter((file) => !file.startsWith('.') && file !== 'done');
}

function receiptOf({ folder }: DemoPlace): string {
  const file = path.join(folder, 'erp/receipts/befehle.csv.receipt.csv');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/** As an ERP should: written under another name, then renamed. */
function dropCommand({ folder }: DemoPlace, text: string): void {
  const target = path.join(folder, 'erp/commands/befehle.csv');
  fs.writeFileSync(`${target}.tmp`, text);
  fs.renameSync(`${target}.tmp`, target);
}

async function until({ signal }: Day, isDone: () => boolean): Promise<void> {
  const deadline = systemClock.monotonic() + waitMaxMs;
  while (!isDone()) {
    if (signal.aborted || systemClock.monotonic() > deadline)
      throw new Error('the demo came to a halt');
    await systemClock.sleep(lookEveryMs, signal);
  }
}
