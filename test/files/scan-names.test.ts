import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scanFolder } from '../../src/files/scan.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, online } from './room.ts';

it.skipIf(process.platform === 'win32' || process.platform === 'darwin')(
  'fault 15: a file whose name is not UTF-8 is named, for nobody here can open it',
  async () => {
    const folder = temporaryFolder();
    const latin = Buffer.from(join(folder, 'stück.csv'), 'latin1');
    writeFileSync(latin, 'x');
    writeFileSync(join(folder, 'st\ufffdck2.csv'), 'x');
    const scan = online(await scanFolder(deps, { folder, files: ['*.csv'], ignoreCase: false }));
    expect(scan.ignored).toEqual([{ name: 'st\ufffdck.csv', why: 'notUtf8' }]);
    expect(scan.entries).toMatchObject([{ name: 'st\ufffdck2.csv' }]);
  },
);
