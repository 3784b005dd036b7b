import fs from 'node:fs';
import path from 'node:path';
import { writerOf } from '../adapters/writers.ts';
import type { OrdersConfig } from './config/declaration.ts';
import type { WriteAdapter } from './domain/adapter.ts';
import { StockhandError } from './domain/error.ts';
import { present } from './domain/present.ts';

/**
 * The template is read once. A changed one counts from the next start, like the configuration. Throws CONFIG_INVALID.
 */
export function orderWriter({ outbox }: OrdersConfig): WriteAdapter {
  const { format, columns, csv, encoding, template } = outbox;
  return writerOf(format, {
    ...present({ columns, csv, encoding }),
    ...(template === undefined ? {} : { template: readTemplate(template) }),
  });
}

function readTemplate(file: string): { readonly name: string; readonly text: string } {
  return { name: path.basename(file), text: textOf(file, templateBytes(file)) };
}

function templateBytes(file: string): Uint8Array {
  try {
    return fs.readFileSync(file);
  } catch (cause) {
    throw new StockhandError('CONFIG_INVALID', `orders.outbox.template: ${file} cannot be read.`, {
      cause,
      remedy: 'Name a file that Stockhand may read.',
    });
  }
}

/** Its letters beyond ASCII would be others, in every order file. */
function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new StockhandError('CONFIG_INVALID', `orders.outbox.template: ${file} is not UTF-8.`, {
      cause,
      remedy:
        'Save the template as UTF-8; orders.outbox.encoding: says in which encoding the order files are written.',
    });
  }
}
