import { describe, expect, it } from 'vitest';
import { closeStores, command, file, open } from './orders-room.ts';

closeStores();

describe('commands', () => {
  it('fault 82: a row of the same content is answered by the first, unless that was refused', () => {
    const store = open();
    const first = store.commandFiles.take(file([command(), command({ row: 3 })]));
    const [done, refused] = store.commands.outcomes(first);
    store.commands.change(done!, { state: 'DONE', order_status: 'ACCEPTED' }, 2);
    store.commands.change(refused!, { state: 'REFUSED', code: 'X' }, 2);
    const second = store.commandFiles.take(file([command(), command({ row: 3 })]));
    expect(store.commands.outcomes(second)).toMatchObject([
      { row: 2, state: 'DONE', order_status: 'ACCEPTED' },
      { row: 3, state: 'READY', code: null },
    ]);
    expect(store.commandFiles.file(second)?.drop_number).toBe(2);
  });

  it('makes the receipts of all drops stale that a row answers for', () => {
    const store = open();
    const first = store.commandFiles.take(file([command()]));
    const second = store.commandFiles.take(file([command()]));
    for (const each of store.commandFiles.staleFiles()) store.commandFiles.receiptWritten(each);
    expect(store.commandFiles.staleFiles()).toEqual([]);
    const [row] = store.commands.outcomes(first);
    store.commands.change(row!, { state: 'DONE' }, 3);
    expect(store.commandFiles.staleFiles().map(({ id }) => id)).toEqual([first, second]);
  });

  it('keeps a receipt stale whose row changed while it was written', () => {
    const store = open();
    const id = store.commandFiles.take(file([command()]));
    const before = store.commandFiles.file(id)!;
    store.commands.change(store.commands.outcomes(id)[0]!, { state: 'DONE' }, 3);
    store.commandFiles.receiptWritten(before);
    expect(store.commandFiles.staleFiles().map((each) => each.id)).toEqual([id]);
  });

  it('fault 89: offers of each order the oldest row that has not ended', () => {
    const store = open();
    const id = store.commandFiles.take(
      file([command(), command({ row: 3 }), command({ row: 4, orderId: '2' })]),
    );
    for (const row of store.commands.outcomes(id)) store.commands.change(row, { known: 1 }, 2);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([2, 4]);
    store.commands.change(store.commands.moving(1)[0]!, { state: 'AMENDMENT' }, 3);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([4]);
    store.commands.change(store.commands.waiting(10)[0]!, { state: 'DONE' }, 3);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([3, 4]);
  });

  it('looks for no earlier drop of a command that comes from no file: there may be 100,000 of its origin', () => {
    const store = open();
    const given = file([command()], { sha256: 'policy', receipt: '', state: 'MOVED' });
    const rows = [1, 2].map(() => store.commands.outcomes(store.commandFiles.take(given))[0]);
    expect(rows[0]?.id).not.toBe(rows[1]?.id);
    expect(store.commandFiles.nextRow('policy')).toBe(3);
  });

  it('counts what has ended and what waits, and each row of a file that is dropped again once', () => {
    const store = open();
    const all = [2, 3, 4, 5, 6].map((row) => command({ row, orderId: String(row) }));
    const [done, refused, parked, sent] = store.commands.outcomes(
      store.commandFiles.take(file(all)),
    );
    store.commands.change(done!, { known: 1, state: 'DONE' }, 2);
    store.commands.change(refused!, { state: 'REFUSED' }, 2);
    store.commands.change(parked!, { known: 1, state: 'PARKED' }, 2);
    store.commands.change(sent!, { known: 1, state: 'SENT', message: 'a page' }, 2);
    store.commandFiles.take(file([command()]));
    expect(store.commands.counts()).toEqual({ done: 1, refused: 1, waiting: 3, parked: 1 });
    expect(store.commands.parked().map(({ row }) => row)).toEqual([4]);
    expect(store.commands.behindPage(2).map(({ row }) => row)).toEqual([5]);
  });
});

describe('requests', () => {
  const request = (intent: string, key: string, orderId = '1') => ({
    intent,
    key,
    orderId,
    method: 'POST',
    path: '/x',
    ifMatch: null,
    body: null,
    bodySha256: null,
    at: 1,
  });

  it('have one key for each intent and one intent for each key (I3, I4)', () => {
    const { requests } = open();
    requests.add(request('a', 'k1'));
    expect(() => requests.add(request('a', 'k2', '2'))).toThrow(/UNIQUE/);
    expect(() => requests.add(request('b', 'k1', '2'))).toThrow(/UNIQUE/);
  });

  it('have at most one without an answer for each order (I6)', () => {
    const { requests } = open();
    const id = requests.add(request('a', 'k1'));
    expect(() => requests.add(request('b', 'k2'))).toThrow(/UNIQUE/);
    requests.markSent(id, 2);
    expect(() => requests.add(request('b', 'k2'))).toThrow(/UNIQUE/);
    const answer = { attempts: 1, status: 200, answer: null, at: 3 };
    requests.storeAnswer(id, { state: 'ANSWERED', ...answer });
    requests.add(request('b', 'k2'));
    expect(requests.byId(id)).toMatchObject({ state: 'ANSWERED', sent_at: 2, attempts: 1 });
  });
});

describe('sightings', () => {
  it('keep what was known at the first sight, and forget files that are gone', () => {
    const { sightings } = open();
    sightings.keep(['a', 'b'], { sequence: 1, acknowledgement: 1 });
    sightings.keep(['b', 'c'], { sequence: 9, acknowledgement: 9 });
    expect(sightings.names()).toEqual(['b', 'c']);
    expect(sightings.of('b')).toEqual({ sequence: 1, acknowledgement: 1 });
    expect(sightings.of('c')).toEqual({ sequence: 9, acknowledgement: 9 });
  });

  it('end when the file is taken: the next one of that name is seen again (fault 85)', () => {
    const { sightings, commandFiles } = open();
    sightings.keep(['a.csv'], { sequence: 1, acknowledgement: 1 });
    commandFiles.take(file([command()]));
    expect(sightings.of('a.csv')).toBeUndefined();
  });
});
