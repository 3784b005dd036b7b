import { z } from 'zod';
import { encodingNamed, unknownEncoding } from '../domain/encoding.ts';
import { orderStates } from '../domain/order.ts';
import { type OrderColumn, orderColumns } from '../domain/order-columns.ts';
import { duration, flag, momentMs, type Paths, path, refuse, text } from './kinds.ts';

const formats = [
  'json',
  'csv',
  'xml',
  'ubl',
  'opentrans',
  'edifact',
  'commerceml',
  'cxml',
  'idoc',
  'xlsx',
  'template',
] as const;
const origins = ['buyer', 'operator', 'counterSale'] as const;

/** 'now', or the instant as the feed takes it in `updatedAfter`. */
const startFrom = z
  .string()
  .meta({ title: 'moment' })
  .transform((written, context) => {
    if (written === 'now' || (written.endsWith('Z') && !Number.isNaN(momentMs(written))))
      return written;
    const at = momentMs(written);
    if (!Number.isNaN(at)) return new Date(at).toISOString();
    return refuse(context, 'must be now, or a moment such as 2026-01-31T00:00:00Z');
  });

const statuses = z.union([
  z.literal('all', { error: `must be all, or a list of ${orderStates.join(', ')}` }),
  z.array(z.enum(orderStates)).min(1, { error: 'must name at least one state, or be all' }),
]);

const field = z.enum(orderColumns, {
  error: 'must be a column of orders, such as orderNumber, customer.name or line.quantity',
});

const column = z
  .union([
    field,
    z.strictObject({
      field: field.describe('What stands in the column; adapters/csv/README.md lists all.'),
      name: text.describe('The name above it.'),
    }),
  ])
  .transform(
    (written): OrderColumn =>
      typeof written === 'string' ? { field: written, name: written } : written,
  );

const encoding = text.refine((name) => encodingNamed(name) !== undefined, {
  error: ({ input }) => unknownEncoding(String(input)),
});

/** How order files in CSV are written. */
const csv = z.strictObject({
  form: z
    .enum(['flat', 'headerAndLines'])
    .describe(
      'flat: a row for each line, the columns of the order repeated; headerAndLines: a row for the order, then its lines.',
    )
    .prefault('flat'),
  delimiter: z
    .enum([',', ';', 'tab', '|'])
    .transform((written) => (written === 'tab' ? '\t' : written))
    .describe('Between two cells.')
    .prefault(','),
  newline: z.enum(['crlf', 'lf']).describe('How a row ends.').prefault('crlf'),
  decimal: z.enum(['.', ',']).describe('The decimal sign of numbers.').prefault('.'),
  header: flag.describe('Whether the names of the columns stand above them.').prefault(true),
  readBy: z
    .enum(['machine', 'people'])
    .describe(
      "machine: every text is exact; people: with a BOM, and with ' before what a spreadsheet takes for a formula.",
    )
    .prefault('machine'),
});

function outbox(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('Where the ERP finds its order files.'),
    format: z.enum(formats).describe('The format of the order files.').prefault('json'),
    template: path(paths).describe('The template file, for `format: template`.').exactOptional(),
    columns: z
      .array(column)
      .min(1, { error: 'must name at least one column' })
      .describe(
        'csv and xlsx: the columns, each a name or { field, name }. All of them by default.',
      )
      .exactOptional(),
    csv: csv.describe('csv: how it is written.').exactOptional(),
    encoding: encoding
      .describe(
        'csv, template and commerceml (utf-8 or windows-1251): of the files; utf-8 by default.',
      )
      .exactOptional(),
    goLive: z
      .enum(['open', 'all', 'none'])
      .describe(
        'Which orders from before the first start are written: the open ones, all, or none.',
      )
      .prefault('open'),
    statuses: statuses
      .describe('Which states are written. What ends an order that was written is always written.')
      .prefault('all'),
    origins: z
      .array(z.enum(origins))
      .min(1, { error: 'must name at least one origin' })
      .describe('Which orders are written: of buyers, keyed by your operator, counter sales.')
      .prefault([...origins]),
    acknowledge: z
      .enum(['removed', 'ackFile', 'none'])
      .describe(
        'How the ERP says that it took a file: it removes it, writes `<name>.ack`, or not at all.',
      )
      .prefault('removed'),
    watchdog: duration()
      .describe('Somebody is told when a file was not acknowledged for so long.')
      .prefault('45m'),
  });
}

function commands(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('Where the ERP puts its command files.'),
    receipts: path(paths).describe('Where it finds their receipts.'),
  });
}

/** The way down and back. */
export function orders(paths: Paths) {
  return z.strictObject({
    startFrom: startFrom
      .describe(
        'Where the first reading of the feed begins: a moment, or now. Before a moment that is still to come nothing is read.',
      )
      .prefault('1970-01-01T00:00:00Z'),
    pollEvery: duration(1_000)
      .describe('How often the feed is read; webhooks only make it sooner.')
      .prefault('60s'),
    outbox: outbox(paths).describe('The order files.'),
    commands: commands(paths)
      .describe('Files by which the ERP accepts, rejects, dispatches and cancels.')
      .exactOptional(),
    accept: z
      .enum(['manual', 'onWritten', 'onAcknowledged'])
      .describe(
        'When a placed order is accepted: by command, once its file is written, or once the ERP took it.',
      )
      .prefault('manual'),
    keepDetails: duration()
      .describe('How long the details of an order are kept; then personal data is dropped.')
      .prefault('400d'),
  });
}
