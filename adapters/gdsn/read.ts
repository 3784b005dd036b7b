import type { AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import { recordPath } from '../xml/path.ts';
import { nothingFound } from '../xml/read.ts';
import { openOneFile } from '../xml/reader.ts';
import { treeCells } from '../xml/tree.ts';
import { putTradeItem } from './trade-item.ts';

/** GS1 GDSN catalogue item notifications, and whatever else holds trade items. */
export const gdsn: ReadAdapter = {
  open: async (input) => openGdsn(input),
};

function openGdsn(input: AdapterInput): Opened {
  const path = input.options.path ?? 'tradeItem';
  return openOneFile({
    input,
    isRecord: recordPath(path),
    builder: (columns) => treeCells(columns, putTradeItem),
    // Its schemas write every number as XML Schema does, but for the pairs that say themselves that they are texts.
    isNumber: (name) => !name.includes('stringAVP'),
    nothing: (census) => nothingFound({ file: input.files[0]?.name ?? '', path }, census),
  });
}
