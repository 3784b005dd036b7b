import type { Knowledge } from './knowledge.ts';
import { Pass } from './pass.ts';
import type { PassInput, PassResult } from './pass-result.ts';

/**
 * Diffs one file against the mirror. Yields after each batch of records, so that answers are stored and a stock file
 * overtakes meanwhile.
 */
export async function* passOne(
  input: PassInput,
  knowledge: Knowledge,
): AsyncGenerator<undefined, PassResult> {
  const pass = new Pass(input, knowledge);
  for await (const batch of input.reader.batches()) {
    if (batch.refusal !== undefined) return pass.result(batch.refusal);
    input.fastPath?.refresh();
    pass.read(batch);
    knowledge.flushWhenDue();
    yield;
  }
  pass.finish();
  knowledge.flush();
  return pass.result();
}
