import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const home = resolve(import.meta.dirname, '../../src/sandbox');
const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const packages = ['zod', 'better-sqlite3'];

/** The sandbox is an independent reading of the spec: shared code would share its mistakes. */
test.each(files)('%s imports nothing of the project outside the sandbox', (name) => {
  const text = readFileSync(join(home, name), 'utf8');
  for (const [, source = ''] of text.matchAll(/from '([^']+)'/g)) {
    if (source.startsWith('node:') || packages.includes(source)) continue;
    const target = relative(home, resolve(dirname(join(home, name)), source));
    expect([source, source.startsWith('.') && !target.startsWith('..')]).toEqual([source, true]);
  }
});
