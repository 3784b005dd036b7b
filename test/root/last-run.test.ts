import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SendingFacts } from '../../src/domain/exchange.ts';
import type { NeedsYou } from '../../src/domain/facts.ts';
import { openLastRun } from '../../src/last-run.ts';
import { temporaryFolder } from '../support/folder.ts';

const noneSent = { orders: 0, stock: 0, products: 0, pictures: 0, background: 0 };
const silent: SendingFacts = { lanes: [], sent: noneSent };
const answered: SendingFacts = { lanes: [], sent: { ...noneSent, orders: 1 }, lastAnswerAt: 5 };
const refused: SendingFacts = {
  ...answered,
  unserved: { stock: 'The marketplace answered 503 MAINTENANCE.' },
};
const away: NeedsYou = {
  id: 'pictures-offline',
  what: 'The folder of the pictures cannot be used.',
  cause: '/pictures does not exist.',
  effect: 'Buyers see the pictures that were sent before.',
  fix: 'Connect the share.',
};

const runOf = (dataDir: string, facts: SendingFacts, met: readonly NeedsYou[] = []) =>
  openLastRun({
    config: { dataDir },
    clock: { now: () => 0 },
    door: { exchange: { facts: () => facts } },
    met: () => Promise.resolve(met),
  });

it('what the last run was answered is reported until one that asked met nothing, or a daemon began', async () => {
  const dataDir = temporaryFolder('last-run');
  const told = () => runOf(dataDir, silent).needsYou();
  expect(told()).toEqual([]);
  await runOf(dataDir, refused).ends();
  const need = {
    id: 'last-run',
    what: expect.stringContaining('ended at 1970-01-01T00:00:00.000Z'),
    cause: refused.unserved?.stock,
  };
  expect(told()).toMatchObject([need]);
  // A process that asks for itself tells what it meets itself; one that asks nothing has learnt nothing.
  expect(runOf(dataDir, answered).needsYou()).toEqual([]);
  await runOf(dataDir, silent).ends();
  expect(told()).toMatchObject([need]);
  // So has one that somebody stopped while it waited for its first answer.
  const unheard: SendingFacts = { lanes: [], sent: answered.sent };
  expect(runOf(dataDir, unheard).needsYou()).toMatchObject([need]);
  await runOf(dataDir, unheard).ends();
  expect(told()).toMatchObject([need]);
  await runOf(dataDir, answered).ends();
  expect(told()).toEqual([]);
  await runOf(dataDir, refused).ends();
  const daemon = runOf(dataDir, silent);
  daemon.runs();
  expect([daemon.needsYou(), told()]).toEqual([[], []]);
});

it('what the last run saw is reported until one that looked at everything sees it no longer', async () => {
  const dataDir = temporaryFolder('last-run');
  const told = () => runOf(dataDir, silent).needsYou();
  const pass = async (met: readonly NeedsYou[], left: readonly string[] = []) => {
    const run = runOf(dataDir, answered, met);
    run.passes();
    // It speaks for itself: an alert would tell again what is over.
    expect(run.needsYou()).toEqual([]);
    run.passed(left);
    await run.ends();
  };
  const asSeen = {
    ...away,
    cause: '/pictures does not exist. (the last run, which ended at 1970-01-01T00:00:00.000Z)',
  };
  await pass([away]);
  expect(told()).toEqual([asSeen]);
  // Neither a command that was answered nor a pass that was stopped has looked at everything.
  await runOf(dataDir, answered).ends();
  const stopped = runOf(dataDir, answered);
  stopped.passes();
  await stopped.ends();
  expect(told()).toEqual([asSeen]);
  await pass([], ['1 command file does not come to rest.']);
  expect(told()).toMatchObject([{ cause: '1 command file does not come to rest.' }]);
  await pass([]);
  expect(told()).toEqual([]);
  const daemon = runOf(dataDir, answered, [away]);
  daemon.runs();
  await daemon.ends();
  expect(told()).toEqual([asSeen]);
});

it('fault 35: a damaged memory of it tells nothing', () => {
  const dataDir = temporaryFolder('last-run');
  for (const text of ['', '{}', '[null]', '{"heard":[{"id":1}],"seen":[]}']) {
    fs.writeFileSync(path.join(dataDir, 'last-run.json'), text);
    expect(runOf(dataDir, silent).needsYou()).toEqual([]);
  }
});
