import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchUncaught } from '../../src/uncaught.ts';

it('faults 30, 116: work that begins again is not ended by the uncaught error of the work before', async () => {
  const source = new EventEmitter();
  const nextUncaught = watchUncaught(source);
  const before = nextUncaught();
  source.emit('uncaughtException', new Error('no space'));
  expect((await before).message).toBe('no space');
  const after = nextUncaught();
  source.emit('uncaughtException', 'the next one');
  expect((await after).message).toBe('the next one');
});
