/**
 * What stands where an article number belongs in rows of totals;
 * a blank may be any number of blanks, a hyphen or nothing.
 */
const totals = [
  // German
  'summe summen gesamt gesamtsumme gesamtergebnis gesamtbestand endsumme zwischensumme teilsumme ergebnis endergebnis zwischenergebnis insgesamt übertrag uebertrag',
  // English, and what French and Spanish share with it
  'total totals sum sums sub~total sub~totals grand~total carried~forward brought~forward',
  // French, Italian, Spanish, Portuguese
  'totaux total~général total~general sous~total somme à~reporter totale totale~generale totale~complessivo subtotale somma riporto suma suma~total suma~y~sigue total~geral soma',
  // Polish, Czech, Slovak, Dutch
  'razem suma~częściowa suma~końcowa łącznie ogółem podsuma celkem součet mezisoučet celkom spolu súčet medzisúčet totaal subtotaal eindtotaal',
  // Swedish, Danish, Norwegian, Icelandic, Finnish
  'summa delsumma slutsumma totalsumma sammanlagt totalt i~alt delsum totalsum samtals yhteensä yhteensa välisumma loppusumma',
  // Turkish, Hungarian, Romanian
  'toplam genel~toplam ara~toplam yekun yekün összesen osszesen mindösszesen mindosszesen részösszeg végösszeg total~general',
  // Greek
  'σύνολο συνολο σύνολα γενικό~σύνολο γενικο~συνολο μερικό~σύνολο μερικο~συνολο άθροισμα αθροισμα',
  // Croatian, Serbian, Slovenian, Bulgarian
  'ukupno sveukupno međuzbroj zbroj zbir укупно свеукупно збир skupaj vsota общо',
  // Lithuanian, Latvian, Estonian
  'iš~viso is~viso bendra~suma kopā kopsumma pavisam kokku vahesumma',
  // Russian, Ukrainian
  'итог итого всего общий~итог подытог промежуточный~итог сумма разом всього усього підсумок загалом сума',
].flatMap((words) => words.split(' '));

/** They count pages before a number; as a whole they may be anything. */
const pages =
  'seite page страница стр\\. pagina pag\\. página strona str\\. sida side sivu sayfa oldal σελίδα σελιδα stranica stran puslapis lappuse lehekülg';

/** They say of what time a list is, or how long, before a colon or a date. */
const notes =
  'anzahl anzahl~artikel number~of~items stand datum druckdatum erstellt~am gedruckt~am ausgedruckt~am date as~of printed printed~on created~on дата по~состоянию~на fecha dato päivämäärä tarih dátum ημερομηνία ημερομηνια datums kuupäev data stan~na~dzień stan~na stampato~il';

const marks = '[\\s*=_#.–—-]*';
const date = '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}';

const totalRow = new RegExp(
  [
    `^${marks}(?:${anyOf(totals)})(?:${marks}:?${marks}$|\\s*:\\s)`,
    `^${marks}(?:${anyOf(pages.split(' '))})(?:\\s*:\\s*|\\s+)\\d+(?:\\s*/\\s*\\d+|\\s+\\p{L}+\\s+\\d+)?${marks}$`,
    `^${marks}(?:${anyOf(notes.split(' '))})(?:\\s*:(?:\\s|$)|\\s*:?\\s*${date})`,
  ].join('|'),
  'iu',
);

function anyOf(words: readonly string[]): string {
  return words.map((word) => word.replaceAll('~', '[\\s-]*')).join('|');
}

/**
 * Whether a text that should be an article number is that of a row which a printed list
 * adds: `Summe:`, `Seite 2 von 3`, `Stand: 01.02.2026`. Whole cells alone: `TOTAL-5W40`,
 * `SUM-100` and `Page01` are numbers of articles.
 */
export function isTotalRow(text: string): boolean {
  return totalRow.test(text);
}

const rowCount =
  '\\d[\\d.,]* (?:(?:row|record)(?:s|\\(s\\))?|Zeilen?|lignes?|filas?|righe|строк\\p{L}?)';
/** What SQL*Plus says when it ends: the second and third line belong to the first. */
const ends = [
  'Disconnected from Oracle .*',
  'Version \\d+(?:\\.\\d+){3,}',
  'With the Partitioning, .* options',
].join('|');
const databaseLine = new RegExp(
  `^(?:\\(${rowCount}(?: .*)?\\)|${rowCount} (?:\\p{L}+\\.|affected)|SQL> .*|${ends})$`,
  'iu',
);

/**
 * What a database writes beside its rows: `(3 rows affected)`, `3 record(s) selected.`, `SQL> spool off`. `2 rows of
 * teeth` is a part of a text.
 */
export function isDatabaseLine(text: string): boolean {
  return databaseLine.test(text);
}

const line = /^[-=_*+|\s]+$/;

/**
 * Whether a row is the line that a list draws under its header or above a total: `-----;----`. An empty cell is a part
 * of it.
 */
export function isDrawnLine(cells: readonly (string | undefined)[]): boolean {
  return cells.every((cell) => cell === undefined || cell === '' || line.test(cell));
}
