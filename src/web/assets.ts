import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Asset {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the files of the page, once: they are few and small, and no request can ask for another file of the disk. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = fileURLToPath(new URL('../page/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
  const assets = names.map(async (name): Promise<[string, Asset]> => {
    const bytes = await readFile(join(folder, name));
    const contentType = contentTypes[extname(name)] ?? '';
    return [`/${name}`, { contentType, bytes, etag: etagOf(bytes) }];
  });
  return new Map(await Promise.all(assets));
}

export function etagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}
