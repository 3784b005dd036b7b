import fs from 'node:fs';
import path from 'node:path';
import { type App, createApp } from '../app.ts';
import type { RunBooks } from '../domain/facts.ts';
import { openListeners } from '../listeners.ts';
import type { OnceReport, OnceResult } from '../once.ts';
import { buyersDay, placeOrders } from './buyers.ts';
import { type DemoPlace, openDemoPlace } from './place.ts';

type Tell = (line: string) => void;

const waitMs = 30_000;
const departments = ['werkzeug', '1c'] as const;

/** What a whole round did, for programs. */
interface DemoReport {
  readonly folder: string;
  /** One pass of each department. */
  readonly passes: readonly OnceReport[];
  /** The names of the files that the ERP finds, by folder. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** One whole round on the sample exports: up, orders down, commands back; prints the balanced books. */
export async function demoOnce(tell: Tell, signal: AbortSignal): Promise<DemoReport> {
  const place = await openDemoPlace('0');
  tell(
    `The sandbox marketplace listens at ${place.sandbox.url}; the sample ERP is in ${place.folder}.`,
  );
  const passes: OnceReport[] = [];
  for (const name of [...departments, 'stockhand'] as const)
    passes.push(await onePass(tell, { place, name, signal }));
  const app = await createApp(await place.config('stockhand'));
  try {
    await app.start(openListeners);
    const { status, webhooks } = app.addresses();
    tell(`The status page is at ${status}; webhooks are received at ${webhooks}.`);
    await buyersDay({ place, tell, signal, webhooks: webhooks ?? '' });
  } finally {
    await app.stop();
    await place.sandbox.close();
  }
  const files = tellFiles(tell, path.join(place.folder, 'erp'));
  return { folder: place.folder, passes, files };
}

/** The daemon on the sample exports until somebody stops it; buyers continue ordering. */
export async function demoDaemon(
  tell: Tell,
  { signal, statusPort }: { signal: AbortSignal; statusPort: string },
): Promise<void> {
  const place = await openDemoPlace(statusPort);
  const app = await createApp(await place.config('stockhand'));
  try {
    // A port that is taken is reported at once.
    await app.start(openListeners);
    for (const name of departments)
      if (!signal.aborted) await onePass(tell, { place, name, signal });
    if (signal.aborted) return;
    const { status, webhooks } = app.addresses();
    tell(`  status page       ${status}`);
    tell(`  marketplace       ${place.sandbox.url}/sandbox/`);
    tell(`  webhook listener  ${webhooks}`);
    tell(`  the sample ERP    ${place.folder}/erp`);
    tell(
      'Change a file in erp/out, or drop a command file into erp/commands. Ctrl-C stops the demo.',
    );
    await placeOrders({ place, webhooks: webhooks ?? '', signal, tell });
    const failure = await app.ended(signal);
    if (failure !== undefined) throw failure;
  } finally {
    await app.stop();
    await place.sandbox.close();
  }
}

/** Departments with exports of their own: each is a supplier's Stockhand with its own state. */
async function onePass(
  tell: Tell,
  {
    place,
    name,
    signal,
  }: { place: DemoPlace; name: 'stockhand' | 'werkzeug' | '1c'; signal: AbortSignal },
): Promise<OnceReport> {
  const app: App = await createApp(await place.config(name));
  try {
    const done = await app.once({ waitMs, signal });
    tellBooks(tell, done);
    return done.report;
  } finally {
    await app.stop();
  }
}

function tellBooks(tell: Tell, { report }: OnceResult): void {
  for (const run of report.catalog.runs) tell(`  ${booksLine(run)}`);
  const { pictures } = report.catalog.calls;
  if (pictures > 0) tell(`  pictures: ${pictures} sent`);
  for (const { what } of report.waitsForPerson) tell(`  needs you: ${what}`);
}

function booksLine(run: RunBooks): string {
  const { source, file, read, unchanged, sent, held, rejected, skipped } = run;
  const balance = unchanged + sent + held + rejected + skipped;
  return `${source}: ${file}: read ${read} = ${unchanged} unchanged + ${sent} sent + ${held} held + ${rejected} rejected + ${skipped} skipped${balance === read ? '' : ' DOES NOT BALANCE'}`;
}

function tellFiles(tell: Tell, erp: string): Record<string, readonly string[]> {
  const files: Record<string, readonly string[]> = {};
  for (const folder of ['orders', 'receipts', 'results']) {
    const names = fs.readdirSync(path.join(erp, folder)).filter((name) => !name.startsWith('.'));
    tell(`Files in ${path.join(erp, folder)}:`);
    for (const name of names.sort()) tell(`  ${name}`);
    files[folder] = names;
  }
  return files;
}
