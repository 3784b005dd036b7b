import { expect, it } from 'vitest';
import { contextOf } from '../../src/cli/context.ts';
import { portTrouble } from '../../src/cli/port.ts';
import { sandbox } from '../../src/cli/sandbox.ts';
import { StockhandError } from '../../src/domain/error.ts';

const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 8480 });

it.each([
  ['of the system', taken],
  ['of a listener of ours', new StockhandError('LISTEN_FAILED', 'status.listen', { cause: taken })],
])(
  'a port that is taken is reported with the option that names another one, by an error %s',
  (_, cause) => {
    expect(portTrouble(cause, '--port')).toMatchObject({
      code: 'USAGE',
      message: 'Port 8480 is in use by another program.',
      remedy: 'Give another one with --port, or end the other program.',
    });
  },
);

it('leaves other trouble as it came', () => {
  const other = new StockhandError('STATE_LOCKED', 'another');
  expect(portTrouble(other, '--port')).toBe(other);
});

it.each([
  ['a port without a next one for the pictures', { port: '65535' }, 'give --upload-port'],
  ['a clock that stands still', { speed: '0' }, 'above 0, up to 1000000'],
  ['a clock that leaves the calendar', { speed: '1000001' }, 'above 0, up to 1000000'],
])('the sandbox is asked for %s and says what it takes', async (_, options, said) => {
  const context = contextOf({}, new AbortController().signal);
  await expect(sandbox.run?.(context, [], options)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(said),
  });
});
