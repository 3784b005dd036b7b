import { describe, expect, it } from 'vitest';
import { unmovedNeeds } from '../../../src/catalog/intake/unmoved.ts';
import { offline } from '../../../src/files/offline.ts';

const minuteMs = 60_000;
const source = { name: 'articles', folder: '/erp/out' };
const unmoved = (file: string, reason: Parameters<typeof offline>[0]) => ({
  file,
  why: offline(reason, '/erp/out/done is as it is.', 'Wait.').offline,
  sinceMs: 0,
});

describe('an export that cannot be moved away', () => {
  it('needs nobody for ten minutes, as a share comes back', () => {
    const busy = [unmoved('a.csv', 'busy')];
    expect(unmovedNeeds(source, busy, 10 * minuteMs - 1)).toEqual([]);
    expect(unmovedNeeds(source, busy, 10 * minuteMs)).toHaveLength(1);
  });

  it.each([
    [
      'denied',
      'Give that account the right to write there and in /erp/out; Stockhand tries again by itself.',
    ],
    ['notAFolder', 'Rename the file that is in its place; Stockhand tries again by itself.'],
    ['full', 'Wait.'],
  ] as const)('says what to do where it is %s', (reason, fix) => {
    expect(unmovedNeeds(source, [unmoved('a.csv', reason), unmoved('b.csv', 'full')])).toEqual([
      {
        id: 'unmoved-articles',
        what: 'articles: a.csv was read and cannot be moved away.',
        cause: '/erp/out/done is as it is. 1 more like it.',
        effect: expect.any(String),
        fix,
      },
    ]);
  });
});
