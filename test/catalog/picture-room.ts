import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pixel } from '../support/pixel.ts';
import { dialect, open, room } from './one-room.ts';

export const articlesSource = (mapping = '') =>
  `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name${mapping} } }`;
export const byName = (more = '') => `  pictures: { folder: ./bilder${more} }\n${articlesSource()}`;

/** What stands behind its frame tells one picture from another. */
export const picture = (note = '') => Buffer.concat([pixel, Buffer.from(note)]);
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
export const timeout = 30_000;

export async function openWithPictures(catalog = byName()): Promise<void> {
  await open(catalog);
  fs.mkdirSync(path.join(room.shop.folder, 'bilder'));
}

export const articles = (...ids: string[]) =>
  room.write('artikel.csv', ['Nr;Name;Bild', ...ids.map((id) => `${id};Artikel ${id};`)]);
/** As of yesterday: nobody is writing it any more. */
export function put(name: string, bytes: Uint8Array = picture(), at = 1_700_000_000): void {
  const file = path.join(room.shop.folder, 'bilder', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  fs.utimesSync(file, at, at);
}
export const take = (name: string) => fs.rmSync(path.join(room.shop.folder, 'bilder', name));
/** What the marketplace and its storage were asked for pictures, in order. */
export async function calls(since = 0): Promise<readonly string[]> {
  const entries = await room.market.ledger(since);
  return entries.flatMap(({ method, path: at, status }) => {
    const plain = at.split('?')[0] ?? '';
    const what = plain.includes('/upload/')
      ? 'upload'
      : /(presign|commit|images)$/.exec(plain)?.[1];
    return what === undefined ? [] : [`${method} ${what} ${status}`];
  });
}
export const whole = ['POST presign 200', 'PUT upload 200', 'POST commit 200'];
/** By product, the digest of the picture that buyers see. */
export async function shown(): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(
    (await room.market.products()).map((one) => [
      one.externalId,
      /media\/([0-9a-f]{64})/.exec(String(one['images'] ?? ''))?.[1],
    ]),
  );
}
export const story = async (id: string) => (await room.catalog.why(id)).picture;
export const trouble = async () =>
  (await room.catalog.needsYou()).map(({ what, cause }) => `${what} ${cause}`).join('\n');
