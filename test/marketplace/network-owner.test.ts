import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const opensNetwork =
  /(?:from|import|require)\s*\(?\s*['"](?:undici|node:https?|https?|node:net|net|node:tls|tls)['"]/;

function sources(folder: string): string[] {
  const entries = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return entries
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => path.posix.join(folder, name));
}

function importers(folder: string, pattern: RegExp): string[] {
  return sources(folder).filter((file) =>
    pattern.test(fs.readFileSync(path.join(root, file), 'utf8')),
  );
}

it('no file but transport.ts imports undici, which no interceptor of the tests would see', () => {
  const undici = /['"]undici[/'"]/;
  expect([...importers('src', undici), ...importers('adapters', undici)]).toEqual([
    'src/marketplace/transport.ts',
  ]);
});

it('sending reaches the network through the transport alone, alerts through a post of their own', () => {
  expect(importers('src/sending', opensNetwork)).toEqual([]);
  expect(importers('src/sending', /\bfetch\(/)).toEqual([]);
  expect(importers('src/marketplace', /\bfetch\(/)).toEqual([
    'src/marketplace/post.ts',
    'src/marketplace/transport.ts',
  ]);
});
