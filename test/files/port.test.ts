import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFiles } from '../../src/files/port.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, online } from './room.ts';

it('does everything that the ERP folders need, with values that another process could be handed', async () => {
  const files = createFiles(deps);
  const [erp, spool, orders] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(join(erp, 'artikel.csv'), '00815;Schraube\r\n');

  const scan = online(await files.scan({ folder: erp, files: ['*.csv'], ignoreCase: false }));
  const file = scan.entries[0]!;
  const hashed = await files.hash({ file });
  const taken = await files.take({ file, into: spool });
  expect(taken).toMatchObject(hashed);
  const whole = await files.readWhole({ file, bytesMax: 100 });
  const inside = await files.resolveInside({ folder: erp, path: 'artikel.csv' });
  const written = await files.write({ folder: erp, name: 'r.csv' }, Buffer.from('x'));
  const writable = await files.proveWritable(erp);
  const moved = await files.move({ file, into: join(erp, 'done') });
  const kept = await files.keepNewest({ folder: erp, files: ['r.csv'], keep: 0 });

  const { id } = online(await files.claimOutbox({ folder: orders, known: {}, newId: 'id' }));
  const outbox = files.outbox({ folder: orders, id });
  const name = '000000001-1-00000000.json';
  const staged = await outbox.stage([{ name, bytes: Buffer.from('{}') }]);
  const published = await outbox.publish([name]);
  const list = await outbox.list();

  const answers = { scan, hashed, taken, whole, inside, written, writable, moved, kept };
  const plain = { ...answers, staged, published, list };
  expect(structuredClone(plain)).toEqual({
    ...plain,
    whole: { ...whole, bytes: expect.anything() },
  });
  expect(readFileSync(join(orders, name), 'utf8')).toBe('{}');
  expect(readdirSync(erp)).toEqual(['done']);
});
