import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SendingFacts } from '../../src/domain/exchange.ts';
import { forgetLastRun, openLastRun } from '../../src/last-run.ts';
import { temporaryFolder } from '../support/folder.ts';

const noneSent = { orders: 0, stock: 0, products: 0, pictures: 0, background: 0 };
const silent: SendingFacts = { lanes: [], sent: noneSent };
const answered: SendingFacts = { lanes: [], sent: { ...noneSent, orders: 1 }, lastAnswerAt: 5 };
const refused: SendingFacts = {
  ...answered,
  unserved: { stock: 'The marketplace answered 503 MAINTENANCE.' },
};

const runOf = (dataDir: string, facts: SendingFacts) =>
  openLastRun(dataDir, { clock: { now: () => 0 }, sending: () => facts });

it('what the last run met is reported until one that asked met nothing, or a daemon began', () => {
  const dataDir = temporaryFolder('last-run');
  const told = () => runOf(dataDir, silent).needsYou();
  expect(told()).toEqual([]);
  runOf(dataDir, refused).ends();
  const need = {
    id: 'last-run',
    what: expect.stringContaining('ended at 1970-01-01T00:00:00.000Z'),
    cause: refused.unserved?.stock,
  };
  expect(told()).toMatchObject([need]);
  // A process that asks for itself tells what it meets itself; one that asks nothing has learnt nothing.
  expect(runOf(dataDir, answered).needsYou()).toEqual([]);
  runOf(dataDir, silent).ends();
  expect(told()).toMatchObject([need]);
  // So has one that somebody stopped while it waited for its first answer.
  const unheard: SendingFacts = { lanes: [], sent: answered.sent };
  expect(runOf(dataDir, unheard).needsYou()).toMatchObject([need]);
  runOf(dataDir, unheard).ends();
  expect(told()).toMatchObject([need]);
  runOf(dataDir, answered).ends();
  expect(told()).toEqual([]);
  runOf(dataDir, refused).ends();
  forgetLastRun(dataDir);
  expect(told()).toEqual([]);
});

it('fault 35: a damaged memory of it tells nothing', () => {
  const dataDir = temporaryFolder('last-run');
  for (const text of ['', '{}', '[null]', '[{"id":1}]']) {
    fs.writeFileSync(path.join(dataDir, 'last-run.json'), text);
    expect(runOf(dataDir, silent).needsYou()).toEqual([]);
  }
});
