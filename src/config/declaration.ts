import { posix, win32 } from 'node:path';
import { z } from 'zod';
import type { Secret } from '../domain/secret.ts';
import { catalog } from './catalog.ts';
import { path } from './kinds.ts';
import { marketplace } from './marketplace.ts';
import { alerts, dataDirDefault, language, log, results, status } from './operation.ts';
import { orders } from './orders.ts';
import { webhooks } from './webhooks.ts';

/** Where the file stands and how its machine writes paths. */
export interface Place {
  /** Absolute. Relative paths of the file begin here (contract section 3). */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

export function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/**
 * The one declaration of the configuration: parser, types, defaults, reference page and JSON Schema all come from
 * it. Every key has a description, and a default in the user's own spelling where there is one.
 */
export function declaration(place: Place) {
  const { join, resolve } = pathsOf(place.platform);
  const paths = { resolve: (written: string) => resolve(place.folder, written) };
  return z
    .strictObject({
      marketplace: marketplace(paths).describe('How Stockhand reaches the marketplace.'),
      dataDir: path(paths)
        .describe(
          'The folder where Stockhand keeps its state. It must be on a local disk, never on a network share.',
        )
        .prefault(dataDirDefault),
      language,
      catalog: catalog(paths)
        .describe(
          'Products, stock and pictures. Without this group nothing of the catalogue is sent.',
        )
        .exactOptional(),
      orders: orders(paths)
        .describe('Orders. Without this group no order is read.')
        .exactOptional(),
      webhooks: webhooks(paths)
        .describe(
          'Notifications from the marketplace. Without this group Stockhand does not listen for them.',
        )
        .exactOptional(),
      results: results(paths)
        .describe('The results that each import writes for the ERP.')
        .prefault({}),
      status: status(paths).describe('The status page.').prefault({}),
      alerts: alerts.describe('Who gets a message if something needs a person.').prefault({}),
      log: log(paths).describe('The log.').prefault({}),
    })
    .transform(({ results, log, ...rest }) => ({
      ...rest,
      results: { ...results, folder: results.folder ?? join(rest.dataDir, 'results') },
      log: { ...log, file: log.file ?? join(rest.dataDir, 'log', 'stockhand.log') },
    }));
}

type Frozen<T> = T extends Secret
  ? Secret
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

/**
 * The configuration as the rest of the house reads it: durations in milliseconds, sizes in bytes, shares as
 * fractions, paths absolute, secrets as Secret, every default filled in. Plain data but for Secret, so that it can
 * be handed to a worker thread (where secrets arrive empty).
 */
export type Config = Frozen<z.output<ReturnType<typeof declaration>>> & {
  /** The file, unless it is the machine's own: only with `--config FILE` a command finds it from everywhere. */
  readonly file?: string;
};
export type MarketplaceConfig = Config['marketplace'];
/** Absent in the file: nothing of the catalogue is sent. */
export type CatalogConfig = NonNullable<Config['catalog']>;
export type SourceConfig = CatalogConfig['sources'][number];
export type PicturesConfig = NonNullable<CatalogConfig['pictures']>;
/** Absent in the file: no order is read. */
export type OrdersConfig = NonNullable<Config['orders']>;
/** Absent in the file: nothing listens. */
export type WebhooksConfig = NonNullable<Config['webhooks']>;
export type ResultsConfig = Config['results'];
export type StatusConfig = Config['status'];
export type Language = Config['language'];
export type LogConfig = Config['log'];
export type { Condition } from './condition.ts';
export type { Address } from './kinds.ts';
export type { FieldOrigin, MappedField } from './mapped-field.ts';
export type { AttributePair, AttributesMapping } from './mapping.ts';
export type MappingConfig = SourceConfig['mapping'];
