import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from './support/program.ts';
import { timeout } from './support/scene.ts';

// They put parts of the program together by themselves, in JavaScript: nothing else says when one of these has changed.
it.each([
  ['orders', { ORDERS: '1024' }, /^published +\d.*\n.*\njournal +\d[\s\S]*\nvisible p99 +\d/],
  ['sandbox', { PRODUCTS: '300', ORDERS: '300' }, /catalog.* ratio \d.*\n.*feed.* ratio \d/],
])('the benchmark of %s runs to its last figure', { timeout }, async (name, size, figures) => {
  const script = path.join(root, 'bench', `${name}.js`);
  const env = { ...process.env, ...size };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  expect(stdout).toMatch(figures);
  expect(stdout).not.toContain('NaN');
});
