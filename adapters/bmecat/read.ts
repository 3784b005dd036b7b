import type { AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import { complaintOf } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { openOneFile } from '../xml/reader.ts';
import { otherRoot, Refused } from '../xml/refused.ts';
import { treeCells } from '../xml/tree.ts';
import { putArticle } from './article.ts';
import { CatalogLanguage } from './language.ts';
import { isNumberField } from './number-fields.ts';

/** BMEcat 1.2, 2005, 2005.1 and 2005.2: articles of a new or updated catalogue. */
export const bmecat: ReadAdapter = {
  open: async (input) => openBmecat(input),
};

function openBmecat(input: AdapterInput): Opened {
  const file = firstFile(input).name;
  let language = new CatalogLanguage();
  return openOneFile({
    input,
    isRecord: isArticle,
    builder: (columns) => {
      language = new CatalogLanguage();
      return treeCells(columns, (article, put) => putArticle(article, language.code, put));
    },
    isNumber: isNumberField,
    outside: (path, attributes) => {
      language.open(path, attributes);
      if (path[0] !== root.expected) throw otherRoot(file, path[0] ?? '', root);
      if (input.options.contents !== 'delta') refusePrices(file, path);
      if (input.options.contents === 'full') refuseChanges(file, path);
    },
    outsideText: (path, text) => language.text(path, text),
    nothing: () => {
      const rule = 'The BMEcat file holds no ARTICLE and no PRODUCT.';
      return complaintOf({ code: 'FILE_EMPTY', file, rule });
    },
  });
}

const root = { format: 'BMEcat', expected: 'BMECAT' };
const priceUpdate = 'T_UPDATE_PRICES';

/** T_NEW_CATALOG, T_UPDATE_PRODUCTS and T_NEW_PRODUCTDATA hold the same articles; prices are never read. */
function isArticle(path: readonly string[]): boolean {
  const [, transaction, article] = path;
  if (path.length !== 3 || transaction?.startsWith('T_') !== true) return false;
  if (transaction === priceUpdate) return false;
  return article === 'ARTICLE' || article === 'PRODUCT';
}

/** Among files of changes it is one that changes nothing: suppliers send both kinds in turn. */
function refusePrices(file: string, [, transaction]: readonly string[]): void {
  if (transaction !== priceUpdate) return;
  const rule = 'The BMEcat file updates prices only (T_UPDATE_PRICES): there is nothing to import.';
  throw new Refused({ code: 'FILE_WITHOUT_PRODUCTS', file, rule });
}

/** An article that an update leaves out has not gone. */
function refuseChanges(file: string, [, transaction]: readonly string[]): void {
  if (transaction !== 'T_UPDATE_PRODUCTS') return;
  const rule =
    'The BMEcat file updates some articles only (T_UPDATE_PRODUCTS), and the source has contents: full.';
  throw new Refused({ code: 'FILE_CHANGES_ONLY', file, rule });
}
