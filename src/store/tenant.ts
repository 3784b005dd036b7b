import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { writeDurably } from './durable.ts';

/**
 * A data folder belongs to one marketplace, because what one marketplace confirmed says nothing about another (fault
 * 123). Keys may be replaced, the address may not. Called under the lock; throws STATE_TENANT with the known address.
 */
export function claimTenant(dataDir: string, marketplace: string): void {
  const file = path.join(dataDir, 'marketplace.txt');
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  if (known === marketplace) return;
  if (known !== '') {
    throw new StockhandError(
      'STATE_TENANT',
      `${dataDir} belongs to ${known}, not to ${marketplace}.`,
    );
  }
  // Durably: a power cut could leave a file of zeros, and then the folder would fit no marketplace for ever (fault 27).
  writeDurably(file, `${marketplace}\n`);
}
