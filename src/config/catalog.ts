import { validate } from 'node-cron';
import { z } from 'zod';
import { cell, flag, type Paths, path, share, text, whole } from './kinds.ts';
import { source } from './source.ts';

const rowsMax = 10_000_000;

function limit(shareDefault: string) {
  return z.strictObject({
    share: share.describe("Of the source's last rows.").prefault(shareDefault),
    count: whole(0, rowsMax).describe('Rows.').prefault(50),
  });
}

/** What is doubtful waits for a yes (contract "Brakes"). */
const brake = z.strictObject({
  vanished: limit('2%')
    .describe(
      'More vanished rows than either are held, and more articles that become inactive; an empty file always is.',
    )
    .prefault({}),
  zeroed: limit('20%')
    .describe('Stocks that fall to 0 are held when more than both do.')
    .prefault({}),
  factor: whole(2, 1_000)
    .describe(
      'A column (stock, minimum order, step, lead time) is held when more than half of its changed values jump by this factor, its square or its cube, and at least three change (ten but for stock). Of a `sum` each of its columns counts too, and of files that are added up each file, where the others of the row stay and from ten changed rows on.',
    )
    .prefault(10),
});

function pictures(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('Where the pictures are.'),
    files: text
      .refine((names) => names.includes('{externalId}'), {
        error: 'must hold {externalId}: it tells whose picture it is',
      })
      .describe(
        'Their names; `{externalId}` is the article number, as in "{externalId}.{jpg,jpeg,png,webp}". Not needed with `mapping.picture`.',
      )
      .prefault('{externalId}.{jpg,jpeg,png,webp}'),
    removed: z
      .enum(['keep', 'delete'])
      .describe(
        'A picture that is no longer in the folder: keep it on the marketplace, or delete it there.',
      )
      .prefault('keep'),
    convert: flag
      .describe(
        'Other formats and pictures that are too large are converted, where a converter is installed.',
      )
      .prefault(false),
  });
}

const reconcile = z.string().refine((pattern) => validate(pattern), {
  error: 'must be a cron pattern of five fields, such as "0 3 * * *" for three in the night',
});

/** The way up: exports, pictures and what holds them back. */
export function catalog(paths: Paths) {
  return z.strictObject({
    integrationType: text
      .describe('Sent when a sync session starts; the specification shows no allowed values.')
      .prefault('ERP'),
    direction: text
      .describe('Sent when a sync session starts; the specification shows no allowed values.')
      .prefault('INBOUND'),
    sessionFrom: whole(1, rowsMax)
      .describe('An import with at least this many items to send opens a sync session.')
      .prefault(500),
    only: z
      .array(cell)
      .min(1, { error: 'must name at least one article, or be left out' })
      .describe(
        'For a pilot: only these article numbers; the rest is not sent, does not vanish and is not compared.',
      )
      .exactOptional(),
    sources: z
      .array(source(paths))
      .min(1, { error: 'must have at least one source' })
      .describe('The exports that are read.'),
    pictures: pictures(paths)
      .describe('One picture for each product, from a folder.')
      .exactOptional(),
    vanished: z
      .enum(['ignore', 'hide', 'unpublish'])
      .describe(
        'A product that a full export no longer has: leave it, hide it (isActive false), or unpublish it (DELETE; one numbered batch, . or .., which no address can name, is hidden).',
      )
      .prefault('ignore'),
    openOrders: z
      .enum(['ignore', 'subtract'])
      .describe(
        'subtract: quantities of orders that the ERP has not yet acknowledged are taken off its stock.',
      )
      .prefault('ignore'),
    brake: brake.describe('What is doubtful is held until somebody says yes.').prefault({}),
    reconcile: reconcile
      .describe("When what was sent is compared with the marketplace's list, as a cron pattern.")
      .prefault('0 3 * * *'),
  });
}
