import { describe, expect, it } from 'vitest';
import type { Parts } from '../../src/app.ts';
import { createCommands } from '../../src/commands.ts';
import { StockhandError } from '../../src/domain/error.ts';

/** A catalogue whose list cannot be read; the moment of the last answer before the try and after it. */
function unreadable(answeredAt: readonly (number | undefined)[], code?: string) {
  const moments = [...answeredAt];
  const stopped = code === undefined ? undefined : { code, sentence: 'Stopped.' };
  const lanes = [{ lane: 'background', stopped }];
  const parts = {
    catalog: { adopt: () => Promise.reject(new StockhandError('LIST_UNREADABLE', 'No list.')) },
    door: { exchange: { facts: () => ({ lastAnswerAt: moments.shift(), lanes }) } },
    log: { debug: () => undefined, error: () => undefined, warn: () => undefined },
  };
  return createCommands(parts as unknown as Parts);
}

describe('a list that cannot be read', () => {
  it('was not answered where no answer came since the try began (exit code 69)', async () => {
    for (const before of [undefined, 5])
      await expect(unreadable([before, before]).run('adopt', {})).rejects.toMatchObject({
        code: 'NO_ANSWER',
        message: 'No list.',
      });
  });

  it('is a failure where something answered', async () => {
    for (const before of [undefined, 5])
      await expect(unreadable([before, 9]).run('adopt', {})).rejects.toMatchObject({
        code: 'LIST_UNREADABLE',
      });
  });

  it('is a failure where the key was refused before, and nobody was asked again', async () => {
    const run = (code: string) => unreadable([5, 5], code).run('adopt', {});
    await expect(run('UNAUTHENTICATED')).rejects.toMatchObject({ code: 'LIST_UNREADABLE' });
    await expect(run('NO_ANSWER')).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });
});

describe('a command by hand that has no end after a minute', () => {
  const end = { outcome: 'waiting', code: 'NO_ANSWER', message: 'Not within a minute.' };
  /** `code`: why the lane of the orders is stopped. */
  const given = (code?: string) => {
    const stopped = code && { code, sentence: 'The key was refused.', remedy: 'Give another.' };
    const lanes = [{ lane: 'orders', stopped }];
    const parts = {
      orders: { flow: { command: () => Promise.resolve(end) } },
      door: { exchange: { facts: () => ({ lanes }) } },
      log: { debug: () => undefined, error: () => undefined, warn: () => undefined },
    };
    const { run } = createCommands(parts as unknown as Parts);
    return run('orders command', { action: 'accept', ref: '7' });
  };

  it('says why nothing is sent where the marketplace has answered, and that a person must act', async () => {
    expect(await given('FORBIDDEN')).toEqual({
      outcome: 'waiting',
      code: 'FORBIDDEN',
      message: 'The key was refused. Give another. The command is kept and sent after that.',
      needsYou: true,
    });
  });

  it('has no answer where nobody answers', async () => {
    for (const code of [undefined, 'NO_ANSWER']) expect(await given(code)).toEqual(end);
  });
});

describe('what is named', () => {
  const log = { debug: () => undefined, error: () => undefined, warn: () => undefined };
  const { run } = createCommands({ log, config: {} } as unknown as Parts);
  const sources = [{ name: 'articles' }];
  const catalog = {
    setPaused: (name: string | undefined) => Promise.resolve(name === 'orders' ? [name] : []),
  };
  const withCatalog = createCommands({
    ...{ log, catalog, config: { catalog: { sources } } },
  } as unknown as Parts);

  it('is not taken for sent again where the configuration has no such section', async () => {
    for (const named of [{ product: 'A-1' }, { order: '7' }])
      await expect(run('retry', named)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await run('retry', { all: true })).toMatchObject({ items: 0 });
  });

  it('and can neither be paused nor resumed is answered with the names that can', async () => {
    for (const command of ['pause', 'resume'])
      await expect(withCatalog.run(command, { what: 'artikel' })).rejects.toMatchObject({
        code: 'USAGE',
        remedy: 'Give catalog, articles, or nothing for all of it.',
      });
  });

  it('is paused and resumed with the orders where a source is called orders, too', async () => {
    const config = { catalog: { sources: [...sources, { name: 'orders' }] } };
    const orders = { flow: { pause() {}, resume() {}, pausedNeed: () => [] } };
    for (const more of [{ config }, { config: { ...config, orders }, orders }]) {
      const commands = createCommands({ log, catalog, ...more } as unknown as Parts);
      for (const command of ['pause', 'resume'])
        expect(await commands.run(command, { what: 'orders' })).toEqual({ names: ['orders'] });
    }
  });
});
