import { resolve } from 'node:path';
import { staleFiles, writeGenerated } from './generated.ts';

// `node dist/src/config/generate.js` writes the pages of config/ that come from the program;
// with --check it only says whether they are up to date.
const folder = resolve(import.meta.dirname, '../../../config');

if (process.argv.includes('--check')) {
  const stale = await staleFiles(folder);
  for (const name of stale) process.stderr.write(`config/${name} is stale: run npm run docs\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  await writeGenerated(folder);
}
