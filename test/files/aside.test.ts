import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeAside } from '../../src/files/aside.ts';
import { clearSpool } from '../../src/files/take.ts';
import { temporaryFolder } from '../support/folder.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('Nr;');
  throw new Error('the export cannot be read');
}

describe('writeAside', () => {
  it('writes the pieces one after the other, and the next start removes what nobody took', async () => {
    const spool = temporaryFolder();
    const aside = await writeAside(spool, pieces('Nr;Name\r\n', 'A;Nagel\r\n'));
    expect(readFileSync(aside ?? '', 'utf8')).toBe('Nr;Name\r\nA;Nagel\r\n');
    await clearSpool(spool, new Set());
    expect(readdirSync(spool)).toEqual([]);
  });

  it('leaves no file behind where nothing comes, or where the pieces end amid', async () => {
    const spool = temporaryFolder();
    expect(await writeAside(spool, pieces())).toBeUndefined();
    await expect(writeAside(spool, broken())).rejects.toThrow('the export cannot be read');
    expect(readdirSync(spool)).toEqual([]);
  });

  it('fault 29: a spool that cannot be written is named', async () => {
    const gone = `${temporaryFolder()}/gone`;
    await expect(writeAside(gone, pieces('x'))).rejects.toMatchObject({ code: 'DISK' });
  });
});
