import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** The page's files, by address; nothing else of the folder is reachable. */
const files: Record<string, { name: string; type: string }> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
  '/icon.svg': { name: 'icon.svg', type: 'image/svg+xml' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
};

const folder = new URL('../page/', import.meta.url);

export function isPage(method: string, path: string): boolean {
  return method === 'GET' && Object.hasOwn(files, path);
}

export async function sendPage(response: ServerResponse, path: string): Promise<void> {
  const file = files[path];
  if (!file) return;
  const bytes = await readFile(new URL(file.name, folder));
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': bytes.length,
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}
