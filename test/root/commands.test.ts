import { describe, expect, it } from 'vitest';
import type { Parts } from '../../src/app.ts';
import { createCommands } from '../../src/commands.ts';
import { StockhandError } from '../../src/domain/error.ts';

/** A catalogue whose list cannot be read; the moment of the last answer before the try and after it. */
function unreadable(...answeredAt: readonly (number | undefined)[]) {
  const moments = [...answeredAt];
  const parts = {
    catalog: { adopt: () => Promise.reject(new StockhandError('LIST_UNREADABLE', 'No list.')) },
    door: { exchange: { facts: () => ({ lastAnswerAt: moments.shift() }) } },
    log: { debug: () => undefined, error: () => undefined, warn: () => undefined },
  };
  return createCommands(parts as unknown as Parts);
}

describe('a list that cannot be read', () => {
  it('was not answered where no answer came since the try began (exit code 69)', async () => {
    for (const before of [undefined, 5])
      await expect(unreadable(before, before).run('adopt', {})).rejects.toMatchObject({
        code: 'NO_ANSWER',
        message: 'No list.',
      });
  });

  it('is a failure where something answered', async () => {
    for (const before of [undefined, 5])
      await expect(unreadable(before, 9).run('adopt', {})).rejects.toMatchObject({
        code: 'LIST_UNREADABLE',
      });
  });
});
