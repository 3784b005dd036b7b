import type { AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import { deletionMarks } from '../../src/domain/deletion-mark.ts';
import { firstFile } from '../first-file.ts';
import { recordPath } from '../xml/path.ts';
import { nothingFound } from '../xml/read.ts';
import { openOneFile } from '../xml/reader.ts';
import { treeCells } from '../xml/tree.ts';
import { putTradeItem } from './trade-item.ts';
import { MessageState } from './withdrawn.ts';

const [withdrawn] = deletionMarks.gdsn;

/** GS1 GDSN catalogue item notifications, and whatever else holds trade items. */
export const gdsn: ReadAdapter = {
  open: async (input) => openGdsn(input),
};

function openGdsn(input: AdapterInput): Opened {
  const path = input.options.path ?? 'tradeItem';
  let message = new MessageState();
  return openOneFile({
    input,
    isRecord: recordPath(path),
    builder: (columns) => {
      message = new MessageState();
      return treeCells(columns, (item, put) => {
        putTradeItem(item, put);
        put(withdrawn, String(message.isWithdrawn(item)));
      });
    },
    outside: (at, attributes) => message.open(at, attributes),
    outsideText: (at, text) => message.text(at, text),
    // Its schemas write every number as XML Schema does, but for the pairs that say themselves that they are texts.
    isNumber: (name) => !name.includes('stringAVP') && name !== withdrawn,
    nothing: (census) => nothingFound({ file: firstFile(input).name, path }, census),
  });
}
