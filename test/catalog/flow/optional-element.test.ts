import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince } from '../room.ts';

const active = 'isActive: { column: Gesperrt, translate: { J: false, "": true } }';
const tree = `  sources:
    - { name: articles, folder: ./out, files: "a.json", stable: { quiet: 0s }, format: json, mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }`;

useRoom();

async function passOver(name: string, rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write(name, rows);
  const { notes } = await room.pass();
  const { sentences, calls } = await passSince(room, since);
  return { notes, held: sentences, calls: calls.length };
}

describe('a tree of which few records have an element', () => {
  const articles = (count: number, blocked: number, key = 'Gesperrt') => [
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ({
        ...{ Nr: `A${n}`, Name: `Nagel ${n}`, Menge: 5 },
        ...(n < blocked ? { [key]: 'J' } : {}),
      })),
    ),
  ];
  const opened = async (count: number, blocked: number) => {
    await open(tree);
    await passOver('a.json', articles(count, blocked));
  };

  it('goes where none has it any more', async () => {
    await opened(30, 2);
    for (const blocked of [0, 1, 0])
      expect(await passOver('a.json', articles(30, blocked))).toMatchObject({
        calls: 1,
        held: [],
      });
  });

  it('is reported once of an element that is new, and not of one that comes and goes unread', async () => {
    await opened(30, 0);
    const remark = (text: string | undefined) => [
      JSON.stringify([{ Nr: 'A0', Name: text ?? 'Nagel', Menge: 5, Gesperrt: '', Notiz: text }]),
    ];
    const told = async (text?: string) => (await passOver('a.json', remark(text))).notes;
    await passOver('a.json', remark(undefined));
    const sayings = [await told('rund'), await told(), await told('flach'), await told()];
    expect(sayings).toEqual([[expect.stringContaining('new "Notiz"')], [], [], []]);
  });

  it('is held where one of another name has come, or many had it', async () => {
    await opened(30, 2);
    const renamed = await passOver('a.json', articles(30, 2, 'Sperre'));
    expect(renamed.held).toEqual([
      expect.stringContaining('has "Gesperrt", which the file before'),
    ]);
    await room.close();
    await opened(30, 15);
    expect((await passOver('a.json', articles(30, 0))).held).toHaveLength(1);
    await room.close();
    await opened(90, 20);
    expect((await passOver('a.json', articles(90, 0))).held).toHaveLength(1);
  });
});
