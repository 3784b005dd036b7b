import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { openChat } from '../support/chat.ts';
import { type Daemon, startProgram } from '../support/program.ts';
import { articlesSource, inScene, type Scene, timeout } from '../support/scene.ts';
import { openMailServer } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { envelope, sign } from '../web/signing.ts';

/** The references stand in the configuration, the values in the environment of the program alone. */
const env = {
  CANARY_KEY: 'sandbox-key',
  CANARY_HOOK: 'whsec_canary-of-the-hook',
  CANARY_MAIL: 'canary-of-the-mail',
  CANARY_CHAT: 'T0K3N-canary-of-the-chat',
  CANARY_SESSION: 'sandbox-session',
};
const secrets = Object.values(env);
const buyer = 'Kanarienvogel Privatkunde';
const notes = 'Kanariennotiz: bitte hinten klingeln';
/** Of the detail's customer: what is somebody's own. */
const personal = ['name', 'legalName', 'taxId', 'address', 'contactPhone', 'contactEmail'];

const configOf =
  (chatPort: number, mailPort: number) =>
  ({ url }: { readonly url: string }): string =>
    `
marketplace: { baseUrl: "${url}", apiKey: "\${CANARY_KEY}", portal: { session: "\${CANARY_SESSION}" } }
dataDir: ./state
results: { folder: ./results }
status: { listen: "127.0.0.1:0" }
log: { level: debug, file: ./stockhand.log }
alerts:
  webhook: "http://127.0.0.1:${chatPort}/services/\${CANARY_CHAT}"
  mail: { smtp: "smtp://user:\${CANARY_MAIL}@127.0.0.1:${mailPort}", from: a@firma.example, to: [b@firma.example] }
catalog:
  sources:
${articlesSource('externalId: ArtNr, name: Bezeichnung, unitOfMeasure: ME')
  .replace('artikel*.csv', 'artikel*.xls')
  .replace(/^ +(delimiter|numbers): .*\n/gm, '')}      format: xls
orders:
  pollEvery: 1s
  outbox: { folder: ./orders }
  commands: { folder: ./commands, receipts: ./receipts }
webhooks: { listen: "127.0.0.1:0", secrets: ["\${CANARY_HOOK}"] }
`;

/** A workbook, because it is read by a process of its own; one row has no name and is rejected. */
function workbook(): Buffer {
  const rows = [
    ['ArtNr', 'Bezeichnung', 'ME'],
    ['A-1', 'Rad', 'pcs'],
    ['A-2', '', 'pcs'],
  ];
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Artikel');
  return XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

interface Seen {
  readonly where: string;
  readonly text: Buffer;
}

const procOf = (pid: number | string, name: string): Buffer => {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`);
  } catch {
    return Buffer.alloc(0);
  }
};

/** What everybody sees of a process, and what its children have got, once they are programs of their own. */
function processesOf(pid: number): readonly Seen[] {
  const line = procOf(pid, 'cmdline');
  const threads = fs.readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    procOf(pid, `task/${thread}/children`).toString().split(' ').filter(Boolean),
  );
  const own = children.filter((child) => !procOf(child, 'cmdline').equals(line));
  return [
    { where: 'process list', text: line },
    ...own.flatMap((child) => [
      { where: 'process list: child', text: procOf(child, 'cmdline') },
      { where: 'environment of a child', text: procOf(child, 'environ') },
    ]),
  ];
}

/** Every file that the play has left, as its bytes. */
function filesOf(scene: Scene): readonly Seen[] {
  const names = fs.readdirSync(scene.folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => fs.statSync(scene.path(name)).isFile())
    .map((name) => ({ where: name, text: fs.readFileSync(scene.path(name)) }));
}

async function pagesOf({ status }: Daemon): Promise<readonly Seen[]> {
  const pages = ['/', '/api/status', '/metrics', '/healthz'];
  return Promise.all(
    pages.map(async (page) => {
      const answer = await fetch(new URL(page, status));
      return { where: `GET ${page}`, text: Buffer.from(await answer.text()) };
    }),
  );
}

/** The words of a command; with another key, what is said of one that the marketplace does not know. */
async function said(scene: Scene, args: readonly string[], more = {}): Promise<Seen> {
  const given = [...args, '--config', scene.config];
  const { stdout, stderr } = await startProgram(given, { ...env, ...more }).ended;
  return { where: `stockhand ${args.join(' ')}`, text: Buffer.from(stdout + stderr) };
}

function found(seen: readonly Seen[], canaries: readonly string[]): readonly string[] {
  return seen.flatMap(({ where, text }) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${where}: ${canary}`),
  );
}

async function deliver({ webhooks }: Daemon, secret: string): Promise<number> {
  const body = envelope('order.placed');
  const signature = sign(body, Math.floor(Date.now() / 1_000), secret);
  const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
  return (await fetch(webhooks ?? '', { method: 'POST', headers, body })).status;
}

interface OrderFile {
  readonly detail: { readonly customer?: Readonly<Record<string, unknown>> };
}

/** What the order files tell of people, as they were placed. */
function peopleIn(scene: Scene): readonly string[] {
  const customers = scene
    .names('orders')
    .map((name) => (JSON.parse(scene.read(`orders/${name}`)) as OrderFile).detail.customer ?? {});
  const told = customers.flatMap((customer) => personal.map((name) => customer[name]));
  return [...new Set([buyer, notes, ...told.filter((value) => typeof value === 'string')])];
}

async function play(scene: Scene, daemon: Daemon, seen: Seen[]): Promise<void> {
  scene.write('out/artikel.xls', workbook());
  await until('the reader of workbooks is seen', () => {
    const all = processesOf(daemon.pid);
    seen.push(...all);
    return all.some(({ where }) => where === 'environment of a child');
  });
  const [order] = await scene.orders({ buyerName: buyer, notes });
  await scene.orders({ origin: 'operator', count: 3, notes });
  await scene.orders({ origin: 'counterSale', notes });
  expect(await deliver(daemon, env.CANARY_HOOK)).toBe(204);
  expect(await deliver(daemon, 'whsec_of-somebody-else')).toBe(401);
  await until('the orders are there', () => scene.names('orders').length === 5);
  const number = order?.orderNumber ?? '';
  scene.write('commands/befehle.csv', `orderNumber;action\n${number};accept\nO-0;accept\n`);
  await until('the receipt is there', () => scene.names('receipts').length > 0);
  await until('the result is there', () => scene.names('results').length > 0);
  await until('that the mail does not leave is told', async () =>
    (await daemon.facts()).needsYou.some(({ what, cause }) => /mail/i.test(what + cause)),
  );
  seen.push(...(await pagesOf(daemon)));
  const commands = [
    ...[
      ['status'],
      ['status', '--json'],
      ['held'],
      ['history'],
      ['plan'],
      ['check'],
      ['orders', 'list'],
    ],
    ...[['why', 'order', number], ['why', 'product', 'A-2'], ['webhooks', 'list'], ['reconcile']],
    ...[
      ['doctor', '--bundle', scene.path('bundle.json')],
      ['backup', scene.path('state.backup')],
    ],
  ];
  for (const args of commands) seen.push(await said(scene, args));
  seen.push(await said(scene, ['check'], { CANARY_KEY: 'canary-of-another-key' }));
}

/** What the ERP is to have, and the state that keeps it until `keepDetails`; a backup is that state. */
const mayTellOfPeople = /^(orders\/[^.]|state\/orders\.db|state\.backup)/;

describe('fault 119: planted secrets and personal data', { timeout: 2 * timeout }, () => {
  it.skipIf(!fs.existsSync('/proc/self/task'))(
    'are in nothing that a whole play leaves, shows or says, but for the orders themselves (skipped where there is no /proc)',
    async () => {
      const [chat, mail] = await Promise.all([openChat(), openMailServer()]);
      const config = configOf(chat.port, mail.port);
      await inScene({ config }, async (scene) => {
        const seen: Seen[] = [];
        const daemon = await scene.daemon({ env });
        await play(scene, daemon, seen);
        const { stdout, stderr } = await daemon.stop();
        seen.push({ where: 'stdout and stderr', text: Buffer.from(stdout + stderr) });
        seen.push({ where: 'mails', text: Buffer.from(JSON.stringify(mail.received)) });
        seen.push({ where: 'chat', text: Buffer.from(chat.texts.join('\n')) });
        seen.push(...filesOf(scene));
        const people = peopleIn(scene);
        expect(chat.texts).not.toEqual([]);
        expect(found(seen, ['CONFIG_INVALID'])).toEqual([]);
        expect(people.length).toBeGreaterThan(personal.length);
        expect(found(seen, [...secrets, 'canary-of-another-key'])).toEqual([]);
        const others = seen.filter(({ where }) => !mayTellOfPeople.test(where));
        expect(found(others, people)).toEqual([]);
        // The search finds what is there.
        expect(found(seen, people)).toContainEqual(expect.stringContaining('state/orders.db'));
        const kinds = [
          'stockhand.log',
          'bundle.json',
          'results/',
          'receipts/',
          'state/catalog.db',
          'state.backup',
        ];
        for (const kind of [...kinds, path.join('orders', '.stockhand')])
          expect(
            seen.some(({ where }) => where.startsWith(kind)),
            kind,
          ).toBe(true);
      })().finally(() => {
        chat.close();
        return mail.close();
      });
    },
  );
});
