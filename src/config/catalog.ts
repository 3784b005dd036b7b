import { validate } from 'node-cron';
import { z } from 'zod';
import { cell, flag, type Paths, path, share, text, whole } from './kinds.ts';
import { source } from './source.ts';

const rowsMax = 10_000_000;

const limitCount = whole(0, rowsMax);

/** What is doubtful waits for release (contract "Brakes"). */
const brake = z.strictObject({
  vanished: z
    .strictObject({
      share: share
        .describe("The share of the source's last rows. It applies from three vanished rows on.")
        .prefault('2%'),
      count: limitCount.describe('The number of vanished rows.').prefault(50),
    })
    .describe(
      'If more rows vanish than one of the two limits allows, these are held. The same limits apply to articles that become inactive or get another number, and to pictures that would be deleted. An empty full export is always held.',
    )
    .prefault({}),
  zeroed: z
    .strictObject({
      share: share
        .describe('The share of the articles of the file that had a known stock before.')
        .prefault('20%'),
      count: limitCount.describe('The number of articles whose stock falls to 0.').prefault(50),
    })
    .describe('Stocks that fall to 0 are held if there are more of them than both limits allow.')
    .prefault({}),
  factor: whole(2, 1_000)
    .describe(
      'A column of numbers (stock, minimum order, step, lead time) is held if more than half of its changed values jump by this factor, its square or its cube. At least three values must have changed in the stock, at least ten in another column. Where several columns (`sum`) or files are added up, each of them is checked by itself too, if at least ten rows have changed and the other parts of the sum are the same as before.',
    )
    .prefault(10),
});

function pictures(paths: Paths) {
  return z.strictObject({
    folder: path(paths).describe('The folder of the pictures.'),
    files: text
      .refine((names) => names.includes('{externalId}'), {
        error: 'must contain {externalId}, because it tells to which article a picture belongs',
      })
      .refine((names) => !/[*?/\\]/.test(names), {
        error: 'must have no *, ? or folder: list the endings, as in "{externalId}.{jpg,png}"',
      })
      .describe(
        'How the files are named; `{externalId}` stands for the article number, as in "{externalId}.{jpg,jpeg,png,webp}". Not needed with `mapping.picture`.',
      )
      .prefault('{externalId}.{jpg,jpeg,png,webp}'),
    removed: z
      .enum(['keep', 'delete'])
      .describe(
        'If a picture is no longer in the folder: keep it on the marketplace, or delete it there.',
      )
      .prefault('keep'),
    convert: flag
      .describe(
        'true: pictures of other formats and pictures that are too large are converted, if a converter is installed.',
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
      .describe(
        'This text is sent when a sync session starts; the specification does not list the allowed values.',
      )
      .prefault('ERP'),
    direction: text
      .describe(
        'This text is sent when a sync session starts; the specification does not list the allowed values.',
      )
      .prefault('INBOUND'),
    sessionFrom: whole(1, rowsMax)
      .describe(
        'If an import has at least this many items to send, a sync session is opened for it.',
      )
      .prefault(500),
    only: z
      .array(cell)
      .min(1, { error: 'must name at least one article, or be left out' })
      .describe(
        'For a pilot: only the articles with these numbers are sent. All other articles are not sent, do not vanish and are not compared with the marketplace.',
      )
      .exactOptional(),
    sources: z
      .array(source(paths))
      .min(1, { error: 'must have at least one source' })
      .describe('The exports that Stockhand reads.'),
    pictures: pictures(paths)
      .describe('Pictures from a folder, one for each product.')
      .exactOptional(),
    vanished: z
      .enum(['ignore', 'hide', 'unpublish'])
      .describe(
        'What happens to a product that is missing from a full export: ignore leaves it as it is, hide sends isActive false, unpublish takes it off the marketplace (DELETE). The article numbers batch, . and .. cannot be part of an address, so such a product is hidden instead.',
      )
      .prefault('ignore'),
    openOrders: z
      .enum(['ignore', 'subtract'])
      .describe(
        'subtract: the quantities of orders that the ERP has not yet acknowledged are subtracted from the stock that it exports.',
      )
      .prefault('ignore'),
    brake: brake.describe('Doubtful changes are held until a person releases them.').prefault({}),
    reconcile: reconcile
      .describe(
        "When Stockhand compares what it has sent with the marketplace's product list, as a cron pattern.",
      )
      .prefault('0 3 * * *'),
  });
}
