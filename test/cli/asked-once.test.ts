import { expect, it } from 'vitest';
import { contextOf } from '../../src/cli/context.ts';
import { demo } from '../../src/cli/demo.ts';
import type { CommandSpec } from '../../src/cli/program.ts';
import { reconcile } from '../../src/cli/reconcile.ts';
import { retry } from '../../src/cli/retry.ts';

const context = contextOf({}, new AbortController().signal);
const asked = (command: CommandSpec, options: object) => () =>
  command.run?.(context, [], { ...options });

it.each([
  ['nothing', {}],
  ['an article and an order', { product: 'A', order: '1' }],
  ['everything and an article', { all: true, product: 'A' }],
])('retry asked for %s says what it takes, and does nothing', (_, options) => {
  expect(asked(retry, options)).toThrow('one of --product, --order and --all');
});

it('reconcile refuses a wait without anything to wait for', () => {
  expect(asked(reconcile, { wait: '5s' })).toThrow('--wait needs --fix.');
});

it('the demo refuses a port for one round, whose page nobody can open', async () => {
  await expect(demo.run?.(context, [], { once: true, port: '8480' })).rejects.toThrow(
    '--port has no meaning with --once.',
  );
});
