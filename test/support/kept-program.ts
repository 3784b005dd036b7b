import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bundleProgram } from './bundle.ts';

/** What a bundle is made of and with, beside the packages, whose versions the lockfile holds. */
const sources = [
  'dist',
  'package-lock.json',
  'test/support/bundle.ts',
  'test/support/compiled.cjs',
];

/**
 * The folder of the bundled program, kept beside the packages until the build changes: to make it takes
 * longer than most of what a developer starts. Without a build there is nothing to bundle, and what
 * does not start it is tested all the same.
 */
export async function keptProgram(root: string): Promise<string> {
  if (!fs.existsSync(path.join(root, 'dist/src/main.js'))) return root;
  const kept = path.join(root, 'node_modules/.cache/stockhand-tests');
  const folder = path.join(kept, digestOf(root));
  const whole = path.join(folder, 'whole');
  if (fs.existsSync(whole)) return folder;
  fs.rmSync(kept, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await bundleProgram(root, folder);
  fs.writeFileSync(whole, '');
  return folder;
}

/** V8 takes only code that the same Node has kept. */
function digestOf(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((name) => filesOf(path.join(root, name))))
    hash.update(path.relative(root, file)).update(fs.readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(place: string): string[] {
  if (!fs.statSync(place).isDirectory()) return [place];
  const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
