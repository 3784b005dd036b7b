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

/** With seconds and in UTC, as the feed takes an instant in `updatedAfter`. */
const wholeInstant = /:\d\d:\d\d(?:\.\d+)?Z$/;

/** 'now', or an instant. */
const startFrom = z
  .string()
  .meta({ title: 'moment' })
  .transform((written, context) => {
    const at = momentMs(written);
    if (written !== 'now' && Number.isNaN(at))
      return refuse(context, 'must be now, or a moment such as 2026-01-31T00:00:00Z');
    return written === 'now' || wholeInstant.test(written) ? written : new Date(at).toISOString();
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
      field: field.describe(
        'The field that is written into the column; adapters/csv/README.md lists all fields.',
      ),
      name: text.describe('The name of the column in the header row.'),
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
      'flat: one row for each order line, which repeats the columns of the order; headerAndLines: one row for the order, then one for each of its lines.',
    )
    .prefault('flat'),
  delimiter: z
    .enum([',', ';', 'tab', '|'])
    .transform((written) => (written === 'tab' ? '\t' : written))
    .describe('The separator between two cells.')
    .prefault(','),
  newline: z.enum(['crlf', 'lf']).describe('The line end of each row.').prefault('crlf'),
  decimal: z.enum(['.', ',']).describe('The decimal sign of numbers.').prefault('.'),
  header: flag.describe('true: the first row holds the names of the columns.').prefault(true),
  readBy: z
    .enum(['machine', 'people'])
    .describe(
      "machine: every text is written exactly; people: the file begins with a BOM, and ' is put before a text that a spreadsheet would take for a formula.",
    )
    .prefault('machine'),
});

function outbox(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('The folder where Stockhand puts the order files for the ERP.'),
    format: z.enum(formats).describe('The format of the order files.').prefault('json'),
    template: path(paths).describe('The template file, for `format: template`.').exactOptional(),
    columns: z
      .array(column)
      .min(1, { error: 'must name at least one column' })
      .describe(
        'csv and xlsx: the columns of the file, each a field or { field, name }. Default: all fields.',
      )
      .exactOptional(),
    csv: csv.describe('csv: how the file is written.').exactOptional(),
    encoding: encoding
      .describe(
        'csv, template and commerceml (utf-8 or windows-1251): the encoding of the files. Default: utf-8.',
      )
      .exactOptional(),
    goLive: z
      .enum(['open', 'all', 'none'])
      .describe(
        'Which orders from before the first start are written: the open ones (PLACED, ACCEPTED, PREPARING), all, or none.',
      )
      .prefault('open'),
    statuses: statuses
      .describe(
        'In which states an order is written. The end of an order that was already written is always written.',
      )
      .prefault('all'),
    origins: z
      .array(z.enum(origins))
      .min(1, { error: 'must name at least one origin' })
      .describe(
        'Which orders are written: buyer for orders of buyers, operator for orders that your own staff entered, counterSale for counter sales.',
      )
      .prefault([...origins]),
    acknowledge: z
      .enum(['removed', 'ackFile', 'none'])
      .describe(
        'How the ERP acknowledges that it took an order file: removed if it deletes the file or moves it away, ackFile if it writes `<name>.ack`, none if it does not acknowledge.',
      )
      .prefault('removed'),
    watchdog: duration()
      .describe(
        'If the ERP has not acknowledged an order file for this time, the status page and the alerts say so.',
      )
      .prefault('45m'),
  });
}

function commands(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('The folder where the ERP puts its command files.'),
    receipts: path(paths).describe('The folder where Stockhand puts the receipts for them.'),
  });
}

/** The way down and back. */
export function orders(paths: Paths) {
  return z.strictObject({
    startFrom: startFrom
      .describe(
        'The moment from which the feed is read the first time; now means the moment of this first reading, less five minutes. If the moment is in the future, nothing is read before it.',
      )
      .prefault('1970-01-01T00:00:00Z'),
    pollEvery: duration(1_000)
      .describe('How often the feed is read. A webhook only causes it to be read sooner.')
      .prefault('60s'),
    outbox: outbox(paths).describe('The order files.'),
    commands: commands(paths)
      .describe('Command files with which the ERP accepts, rejects, dispatches and cancels orders.')
      .exactOptional(),
    accept: z
      .enum(['manual', 'onWritten', 'onAcknowledged'])
      .describe(
        'When a placed order is accepted: manual only by a command, onWritten as soon as its file is written, onAcknowledged as soon as the ERP has acknowledged its file.',
      )
      .prefault('manual'),
    keepDetails: duration()
      .describe(
        'How long the details of an order are kept. After this time its personal data is deleted.',
      )
      .prefault('400d'),
  });
}
