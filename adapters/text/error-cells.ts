import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** What Excel writes for a formula that came to nothing, in the languages it is sold in most. */
const errors = new Set(
  `#N/A #NV #N/D #N/D! #Н/Д #REF! #BEZUG! #¡REF! #ССЫЛКА! #ADR! #VALUE! #WERT! #VALEUR! #¡VALOR! #VALORE! #ЗНАЧ! #ARG!
   #DIV/0! #¡DIV/0! #ДЕЛ/0! #DZIEL/0! #NAME? #NOM? #¿NOMBRE? #NOME? #ИМЯ? #NAZWA? #NUM! #ZAHL! #NOMBRE! #¡NUM! #ЧИСЛО! #LICZBA!
   #NULL! #NUL! #¡NULO! #ПУСТО! #ZERO! #SPILL! #CALC! #FIELD! #BUSY! #GETTING_DATA
   #ÜBERLAUF! #KALK! #PROPAGATION! #EPARS!
   #VALOR! #NÚM! #NULO! #RIF! #NULLO! #WAARDE! #NAAM? #GETAL! #VERW! #LEEG! #DEEL/0! #N/B
   #HODNOTA! #ODKAZ! #NÁZEV? #ČÍSLO! #DĚLENÍ_NULOU! #ÉRTÉK! #HIV! #NÉV? #SZÁM! #NULLA! #ZÉRÓOSZTÓ! #HIÁNYZIK
   #DEĞER! #BAŞV! #AD? #SAYI! #SAYI/0! #YOK #VÄRDEFEL! #REFERENS! #NAMN? #DIVISION/0! #VÆRDI! #VERDI! #NAVN? #I/T`.split(
    /\s+/,
  ),
);
/** What LibreOffice writes for one, with its number. */
const numbered = /^(?:Err|Fehler|Erro|Fout|Chyba|Hiba|Błąd|Ошибка|Помилка) ?:5\d\d$/;
/** A number that its column was too narrow for. */
const tooNarrow = /^#{4,}$/;
const numberSign = 35;
const colon = 58;
const digits = 3;

/** Cells that a spreadsheet saved with an error or without their number (quirk 24), by column. */
export function errorCells(
  cells: readonly (string | undefined)[],
): ReadonlyMap<number, Complaint> | undefined {
  let faults: Map<number, Complaint> | undefined;
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? '';
    // A program may write a blank behind each separator.
    const text = cell.startsWith(' ') || cell.endsWith(' ') ? cell.trim() : cell;
    if (!mayBeError(text) || !isError(text)) continue;
    faults ??= new Map();
    faults.set(column, errorCell(cell));
  }
  return faults;
}

/** Nearly all cells end here. */
function mayBeError(cell: string): boolean {
  const end = cell.length - 1 - digits;
  return cell.charCodeAt(0) === numberSign || cell.charCodeAt(end) === colon;
}

function isError(cell: string): boolean {
  return errors.has(cell) || tooNarrow.test(cell) || numbered.test(cell);
}

function errorCell(value: string): Complaint {
  const rule = tooNarrow.test(value.trim())
    ? 'is what a spreadsheet shows where a column is too narrow for its number.'
    : 'is an error of a spreadsheet, not a value.';
  return complaintOf({ code: 'ROW_ERROR_CELL', value, rule });
}
