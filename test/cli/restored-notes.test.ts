import { expect, it } from 'vitest';
import { restoredNotes } from '../../src/cli/restored-notes.ts';

const restored = { at: '2026-03-02T08:00:00Z', orders: null };

it('fault 34: restore says of each source what nobody but a person can do', () => {
  const source = (name: string, contents: 'full' | 'delta', afterImport: 'keep' | 'move') => ({
    ...{ name, contents, afterImport },
  });
  const sources = [
    source('whole', 'full', 'keep'),
    source('put-away', 'full', 'move'),
    source('changes', 'delta', 'keep'),
    source('changes-away', 'delta', 'move'),
  ];
  expect(restoredNotes({ catalog: { sources } }, restored).slice(2)).toEqual([
    'put-away: put the newest export back from done/, or export again.',
    'changes-away: put what was exported since 2026-03-02T08:00:00Z back from done/, in its order.',
    'changes: files that were read before the backup are not read again; what was not sent of them is reported until it is exported again.',
  ]);
  expect(restoredNotes({}, restored)).toEqual([]);
});
