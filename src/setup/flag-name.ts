import { plainName } from '../domain/column-name.ts';

const answer =
  '(?:[01jynost]|ja|nein|yes|no|oui|non|s[ií]|tak|nie|ano|ne|igen|nem|evet|hayır|да|нет|true|false)';
/** (J/N), ja/nein, (0 = No, 1 = Yes): which values the column has. Where 0 is the yes, it says more than that. */
const values = new RegExp(
  `[\\s_([-]+(?:${answer} ?/ ?${answer}|0 ?= ?(?:no|nein|n),? ?/? ?1 ?= ?(?:yes|ja|y|j))[)\\]]?$`,
  'iu',
);
const article =
  '(?:artikel|article|item|product|produkt|articulo|articolo|artigo|producto|prodotto|produto|towar)';
/** Artikel inaktiv, Item Blocked, Gesperrt-Kz., Er inaktiv, Czy aktywny. */
const copula = /^(?:is|ist|er|är|czy|est|está|esta|è|é)[\s_]+/iu;
const around = new RegExp(`^${article}|(?:kz|kennz|kennzeichen|flag|${article})$`, 'g');

/** The word of a flag alone, as `plainName` makes it: `gesperrt` of Gesperrt (J/N), Artikel gesperrt and gesperrt_kz. */
export function bareFlag(name: string): string {
  return plainName(name.replace(values, '').replace(copula, '')).replace(around, '');
}
