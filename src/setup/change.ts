import { plainName, wordSet } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import type { Steps } from './fit.ts';
import { isNamedBy } from './named-by.ts';

/** Names of a column that says what has become of an article since the last export. `Aktion` may also be an offer. */
const changeNames =
  wordSet(`aktion aktionscode action actioncode operation operationcode op opcode change changetype
  changecode changekind anderungsart aenderungsart anderungskennzeichen aenderungskennzeichen anderungskz satzstatus
  recordaction recordstatus transaktion actie operacja akcja accion acao azione действие`);
const keptWords = wordSet(
  `u upd update updated i ins insert inserted a add added c create created n new neu neuanlage angelegt m mod modify modified
  changed anderung aenderung andern aendern geandert geaendert`,
);
const deletedWords = wordSet(
  `d del delete deleted l loschen loeschen loschung loeschung geloscht geloescht remove removed entfernen entfernt`,
);

/**
 * U, I and D: a deleted article is not on sale. Only where the sample deletes one. Any other value refuses its row, as N
 * is new, and no no, and an X may delete.
 */
export function changeSteps(column: Column): Steps | undefined {
  const values = differentValues(column);
  const isDeleted = (value: string): boolean => deletedWords.has(plainName(value));
  const isKnown = (value: string): boolean => isDeleted(value) || keptWords.has(plainName(value));
  if (!isNamedBy(changeNames, column) || !values.some(isDeleted) || !values.every(isKnown))
    return undefined;
  const said = values.map((value) => [value, String(!isDeleted(value))]);
  return { translate: Object.fromEntries(said), strict: true };
}
