import type { Complaint } from '../../domain/complaint.ts';
import { present } from '../../domain/present.ts';
import { watchBlankFlags } from '../look/blank-flags.ts';
import { withCutKeys } from './cut-keys.ts';
import type { Knowledge } from './knowledge.ts';
import { withLeftVariants } from './left-variants.ts';
import { withMissingStock } from './missing-stock.ts';
import { withNestedRecords } from './nested-records.ts';
import { Pass } from './pass.ts';
import type { PassInput, PassResult } from './pass-result.ts';
import { noteStatedFields } from './stated-fields.ts';
import { withUnknownNumbers } from './unknown-numbers.ts';
import { withUnknownStock } from './unknown-stock.ts';

/**
 * Diffs one file against the mirror. Yields after each batch of records, so that answers are stored and a stock file
 * overtakes meanwhile.
 */
export async function* passOne(
  input: PassInput,
  knowledge: Knowledge,
): AsyncGenerator<undefined, PassResult> {
  let { map } = input.mapper;
  map = withMissingStock({ ...input, map }, knowledge);
  map = withNestedRecords({ ...input, map });
  map = withLeftVariants({ ...input, map }, knowledge);
  map = withUnknownNumbers({ ...input, map }, knowledge);
  map = withCutKeys({ ...input, map }, knowledge);
  const unknown = withUnknownStock({ ...input, map }, knowledge);
  const { stated, ...noted } = noteStatedFields({ ...input, ...unknown }, knowledge);
  const flags = watchBlankFlags({ ...input, ...noted });
  const pass = new Pass(input, flags.map, knowledge);
  const refusal = yield* read(pass, input, knowledge);
  if (refusal !== undefined) return { ...pass.result(), refusal };
  pass.finish();
  knowledge.flush();
  const told = flags.told(pass.result());
  return {
    ...told,
    ...present({ stated, unknownStock: unknown.all?.(told.seen) }),
  };
}

async function* read(
  pass: Pass,
  { reader, fastPath }: PassInput,
  knowledge: Knowledge,
): AsyncGenerator<undefined, Complaint | undefined> {
  const rows = fastPath && reader.rawRows?.();
  if (rows === undefined) {
    for await (const batch of reader.batches()) {
      // Rows before the damage are read, as they are when the file is read row by row: their articles are known then.
      for (const record of batch.records) pass.read(record);
      if (batch.refusal !== undefined) return batch.refusal;
      knowledge.flushWhenDue();
      yield;
    }
    return undefined;
  }
  for (let moved: ReturnType<typeof rows.move> = 'row'; moved === 'row'; ) {
    fastPath?.refresh();
    moved = pass.readRaw(rows);
    if (typeof moved !== 'string') return moved;
    knowledge.flushWhenDue();
    yield;
  }
  return undefined;
}
