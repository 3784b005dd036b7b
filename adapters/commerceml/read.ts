import type { AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import { Columns } from '../xml/columns.ts';
import { openXmlText, type XmlText } from '../xml/decoder.ts';
import { treeReader } from '../xml/reader.ts';
import { joined } from './join.ts';
import { isQuantity } from './stock.ts';

/** CommerceML 2: catalogue, offers, rests and classifier of 1C as one set, in any order of files. */
export const commerceml: ReadAdapter = {
  open: async (input) => openCommerceml(input),
};

function openCommerceml(input: AdapterInput): Opened {
  const documents: XmlText[] = [];
  for (const file of input.files) {
    const document = openXmlText(file, input.options.encoding);
    if ('refusal' in document) return document;
    documents.push(document);
  }
  const [first] = documents;
  if (first === undefined) throw new RangeError('An export has at least one file.');
  const columns = new Columns(first.file, isQuantity);
  return {
    reader: treeReader({
      columns,
      encoding: first.encoding,
      isMarked: first.isMarked,
      run: () => joined({ documents, columns, contents: input.options.contents }),
    }),
  };
}
