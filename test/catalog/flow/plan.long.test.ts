import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { openShop } from '../../support/catalog.ts';
import { until } from '../../support/until.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const source = `  vanished: unpublish
  brake: { zeroed: { share: 10%, count: 0 } }
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke, availableQty: Menge } }`;

useRoom();
const write = (lines: readonly string[]) =>
  room.write('artikel.csv', ['Nr;Name;Marke;Menge', ...lines]);
const many = (from: number) =>
  Array.from({ length: 60 }, (_, n) => `M${n + from};Mutter ${n};Acme;1`);

describe('what plan says', () => {
  it('is each sort with an example, the way the file is written and the calls; and nothing is sent', async () => {
    await open(source);
    write(['A;Schr. M8;Acme;12', 'B;Scheibe;Acme;5', 'G;Alt;Acme;1', ...many(0)]);
    await room.pass();
    const since = await ledgerEnd(room.market);
    const zeros = many(0).map((line, n) => (n < 8 ? line.replace(/1$/, '0') : line));
    write([
      'A;Schraube M8x40;Blau;12',
      'B;Scheibe;Acme;9,5',
      'N;Hex bolt;Acme;1',
      ...zeros,
      'V;Viel;Acme;viel',
    ]);
    const plan = await room.catalog.plan();
    expect(await callsSince(room.market, since)).toEqual([]);
    const [held] = await room.catalog.held();
    expect(
      planText(plan)
        .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'NOW')
        .split('\n'),
    ).toEqual([
      'Source "articles"  artikel.csv  64 rows  1.4 kB  taken NOW  (utf-8, \';\', 1.234,56)',
      '  + new               1     N "Hex bolt"',
      '  ~ product           1     A  name: "Schr. M8" -> "Schraube M8x40";  brand: "Acme" -> "Blau"',
      '  = stock             1     B  availableQty: 5 -> 9.5',
      '  - unpublish         1     G',
      '  x rejected          1     row 65  V  column "Menge", "viel": is not a number.',
      `  ! held              8     row 5  M0  held under ${held!.id}`,
      `                            ${held!.sentence} (stockhand release ${held!.id})`,
      '  i picture           0',
      'Calls needed: 1 product batch, 1 stock batch, 1 delete, 0 pictures.',
      `Nothing was sent.  Apply exactly this: stockhand apply ${plan.plan}`,
    ]);
  });

  it.each([
    ['keep', 'A  brand: "Acme" -> "Blau"'],
    [
      'clear',
      'A  brand: "Acme" -> "Blau";  attributes: {"Farbe":"rot","Mass":"5 cm"} -> {"Farbe":"rot"}',
    ],
  ])('is what an article becomes under empty: %s', async (empty, changes) => {
    const more = `empty: ${empty}, mapping: { attributes: { Mass: Mass, Farbe: Farbe },`;
    await open(source.replace('mapping: {', more));
    const file = (row: string) =>
      room.write('artikel.csv', ['Nr;Name;Marke;Menge;Mass;Farbe', row]);
    file('A;Schraube;Acme;1;5 cm;rot');
    await room.pass();
    file('A;Schraube;Blau;1;;rot');
    const { sources } = await room.catalog.plan();
    expect(sources[0]?.examples).toMatchObject({ changed: changes });
  });

  it('names what is still held where the rest of its file has gone', async () => {
    await open(source);
    write(many(0));
    await room.pass();
    write(many(0).map((line) => line.replace(/1$/, '0')));
    await room.pass();
    const plan = await room.catalog.plan();
    const [held] = await room.catalog.held();
    expect(plan).toMatchObject({ held: 60, sources: [], holds: [{ id: held!.id }] });
    expect(planText(plan).split('\n').slice(0, 2)).toEqual([
      'Nothing to send: what is not held is in step.',
      `Held: ${held!.sentence} (stockhand release ${held!.id})`,
    ]);
  });

  it('is how long it takes once there is a pace, what nothing is sent of, and that one source has no pictures', async () => {
    await open(source.replace('unpublish', 'ignore'));
    write(['A;Eins;Acme;1', 'B;Zwei;Acme;1', ...many(0)]);
    await room.pass();
    expect((await room.catalog.plan()).seconds).toBeUndefined();
    const at = Date.parse('2026-11-21T08:00:00Z');
    const { requests } = room.catalog.store;
    const answer = { status: 200, answer: '', attempts: 1 };
    // Twenty answers four seconds apart, with a night between the tenth and the next.
    for (let n = 0; n < 20; n += 1) {
      const request = {
        lane: 'stock',
        kind: 'stock',
        source: 'articles',
        run: 1,
        items: '[]',
      } as const;
      const sent = { ...request, intent: `n${n}`, method: 'POST', path: '/', body: null } as const;
      const { id } = requests.add(sent, at);
      requests.answered(id, { ...answer, at: at + n * 4_000 + (n < 10 ? 0 : 36_000_000) });
    }
    write(['A;Eins neu;Acme;1', ...many(0)]);
    const plan = await room.catalog.plan('articles');
    expect(plan).toMatchObject({ seconds: 4, vanished: 0, sources: [{ missing: 1 }] });
    const text = planText(plan);
    expect(text).toContain(
      '- vanished          0     (1 missing in the file; nothing is sent of them)',
    );
    expect(text).toContain('0 pictures.  About 4 s at the pace of the last requests.');
  });

  it('does not take the file out of the report of the pass that sends it', async () => {
    await open(source);
    write(['A;Schraube;Acme;1', 'V;Viel;Acme;viel']);
    await room.catalog.plan();
    const books = { file: 'artikel.csv', read: 2, sent: 1, rejected: 1, final: true };
    expect((await room.pass()).runs).toMatchObject([books]);
    expect((await room.pass()).runs).toEqual([]);
    write(['A;Schraube;Acme;2']);
    const { plan } = await room.catalog.plan();
    expect((await room.catalog.apply(plan, { quietMs: 5_000 })).runs).toMatchObject([{ sent: 1 }]);
  });

  it('is why an older plan is stale: another file, rows that went meanwhile, or a plan of somewhere else', async () => {
    await open(source);
    const stale = async (plan: string) => {
      const error = await room.catalog.apply(plan, { quietMs: 5_000 }).catch((cause) => cause);
      expect(error.code).toBe('PLAN_STALE');
      return error.message as string;
    };
    write(['A;Schraube;Acme;1']);
    const first = await room.catalog.plan();
    write(['A;Schraube;Acme;2']);
    const second = await room.catalog.plan();
    expect(await stale(first.plan)).toContain(
      `articles: artikel.csv was read since, as run ${second.sources[0]!.run}`,
    );
    await room.catalog.apply(second.plan, { quietMs: 5_000 });
    expect(await stale(second.plan)).toContain(
      'articles: artikel.csv (run 2) is finished, nothing of it is left to send',
    );
    expect(await stale('00000000')).toContain('it is not one of the last 10 plans made here');
  });

  it('is stale under another mapping, also where as many articles would change: to other values', async () => {
    await open(source);
    write(['A;Schraube;Acme;1', 'B;Mutter;Acme;1']);
    await room.pass();
    write(['A;Schraube;Acme;2', 'B;Mutter;Acme;3']);
    const { plan } = await room.catalog.plan();
    const other = await openShop(
      source.replace(
        'availableQty: Menge',
        `availableQty: { column: Menge, translate: { '3': '999' } }`,
      ),
    );
    await room.restart({
      ...room.shop,
      config: { ...other.config, dataDir: room.shop.config.dataDir },
    });
    const now = await room.catalog.plan();
    expect(now.plan).not.toBe(plan);
    const error = await room.catalog.apply(plan, { quietMs: 5_000 }).catch((cause) => cause);
    expect([error.code, error.message]).toEqual([
      'PLAN_STALE',
      expect.stringContaining('articles: the configuration or the program was changed since'),
    ]);
    expect((await room.market.products()).map((one) => one.availableQty)).toEqual([1, 1]);
  });

  it('names a newest file that was refused, and does not say that every file is in step', async () => {
    await open(source);
    write(['A;Schraube;Acme;1']);
    await room.pass();
    room.write('artikel.csv', ['Nr;Bez', 'A;x']);
    for (const look of ['first', 'again']) {
      const plan = await room.catalog.plan();
      expect(plan.refused, look).toEqual([
        expect.stringMatching(/^articles: artikel\.csv, column "Name"/),
      ]);
      expect(planText(plan)).toContain('\nRefused: articles: artikel.csv, column "Name"');
      expect(planText(plan)).not.toContain('every file is in step');
    }
    write(['A;Schraube;Acme;1', 'B;Mutter;Acme;1']);
    expect((await room.catalog.plan()).refused).toBeUndefined();
  });

  it('names the articles of only that no export has, but none that is rejected', async () => {
    await open(source.replace('  sources:', '  only: [A, V, ART-9]\n  sources:'));
    write(['A;Nagel;Acme;1', 'B;Mutter;Acme;2', 'V;Viel;Acme;viel']);
    expect(planText(await room.catalog.plan()).split('\n')).toContain(
      'No row that is used has an article ART-9, which only: names. Correct it there, or where: if that leaves it out, or leave it if the ERP exports it later.',
    );
    write(['A;Nagel;Acme;1', 'V;Viel;Acme;viel', 'ART-9;Neu;Acme;1']);
    expect(planText(await room.catalog.plan())).not.toContain('No row that is used');
  });
});

describe('what plan does not say', () => {
  const lastLine = async (): Promise<string | undefined> =>
    planText(await room.catalog.plan())
      .split('\n')
      .at(-1);

  it('is how to apply it, where there is nothing to send or the source is paused', async () => {
    await open(source);
    write(many(0));
    expect(await lastLine()).toMatch(/^Nothing was sent\. {2}Apply exactly this: stockhand apply /);
    await room.catalog.setPaused('articles', true);
    expect(await lastLine()).toBe('Nothing was sent.');
    await room.catalog.setPaused('articles', false);
    await room.pass();
    expect(planText(await room.catalog.plan()).split('\n')).toEqual([
      'Nothing to send: every file is in step.',
      'Calls needed: 0 product batches, 0 stock batches, 0 deletes, 0 pictures.',
      'Nothing was sent.',
    ]);
  });

  it('is how to apply it, where a file could not be read', async () => {
    await open(source);
    write(many(0));
    const plan = { ...(await room.catalog.plan()), unread: ['articles: artikel.csv is locked.'] };
    expect(planText(plan)).not.toContain('stockhand apply');
  });
});

describe('a run that plan has read', () => {
  it('is of the past for a pass, where the daemon has sent it meanwhile', async () => {
    await open(source);
    write(many(0));
    await room.catalog.plan();
    await room.restart();
    await room.catalog.start();
    await until('the daemon has sent it', async () => {
      const [last] = await room.catalog.runs(1);
      return last?.sent === 60;
    });
    await room.restart();
    expect((await room.pass()).runs).toEqual([]);
  });

  it('is told by the pass that sends it', async () => {
    await open(source);
    write(many(0));
    await room.catalog.plan();
    await room.restart();
    expect((await room.pass()).runs).toMatchObject([{ run: 1, sent: 60 }]);
  });
});
