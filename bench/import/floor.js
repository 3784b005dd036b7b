// The least that SQLite is asked for where all changes and nothing may be lost: each product looked up once, each batch
// committed before it leaves, each answer committed with what it confirms. Nothing is read, mapped, hashed or sent, so
// no import of ours can be quicker than this. argv: a prepared state folder; works on a copy of its catalog.db.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openCatalogStore } from '../../dist/src/store/catalog-store.js';

const batchItems = 100;
/** An article of the generated export as it is sent. */
const itemBytes = 370;
const [state] = process.argv.slice(2);
const folder = fs.mkdtempSync(`${path.resolve(state)}-floor-`);
fs.copyFileSync(path.join(state, 'catalog.db'), path.join(folder, 'catalog.db'));

try {
  const { database, requests, transaction, close } = openCatalogStore(folder);
  const find = database.prepare(
    'SELECT id, content_hash, quantity FROM product WHERE external_id = ?',
  );
  const confirm = database.prepare(
    'UPDATE product SET content_hash = ?, content_run = 9, content_request = ? WHERE id = ?',
  );
  const ids = database.prepare('SELECT external_id FROM product ORDER BY id').pluck().all();
  const request = { lane: 'products', kind: 'upsert', source: 'articles', run: 9, method: 'POST' };
  const body = Buffer.alloc(batchItems * itemBytes, 'x');
  const answer = { status: 200, answer: '{}', at: 2, attempts: 1 };
  for (let start = 0; start < ids.length; start += batchItems) {
    const products = ids.slice(start, start + batchItems).map((id) => find.get(id));
    let id = 0;
    transaction(() => {
      const more = { path: '/', items: '[]', intent: randomUUID(), body };
      ({ id } = requests.add({ ...request, ...more }, 1));
    });
    transaction(() => {
      requests.answered(id, answer);
      for (const product of products) confirm.run(start, id, product.id);
    });
  }
  close();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
