import { expect, it } from 'vitest';
import { errorsIn, marketplace } from './judged.ts';

const said = (accept: string, statuses: string) =>
  errorsIn(`${marketplace}orders:
  accept: ${accept}
  outbox: { folder: ./o, statuses: ${statuses} }
`);

it.each(['onWritten', 'onAcknowledged'])(
  'refuses to accept %s what statuses never lets be written',
  async (accept) => {
    expect(await said(accept, '[ACCEPTED, PREPARING]')).toEqual([
      `3:11 orders.accept is ${accept}, but outbox.statuses leaves out PLACED: no order that could be accepted is ever written. Add PLACED to statuses, or use accept: manual.`,
    ]);
    expect(await said(accept, '[PLACED]')).toEqual([]);
    expect(await said(accept, 'all')).toEqual([]);
  },
);

it('lets orders that people accept be written from then on', async () => {
  expect(await said('manual', '[ACCEPTED]')).toEqual([]);
});
