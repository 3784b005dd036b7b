/** Codes of UN/ECE Recommendation 20; D.96A and openTRANS are older than its `X` codes for packages. */
interface UnitCodes {
  readonly ubl: string;
  readonly opentrans: string;
  readonly edifact: string;
}

const one: UnitCodes = { ubl: 'C62', opentrans: 'C62', edifact: 'PCE' };
const box: UnitCodes = { ubl: 'XBX', opentrans: 'BX', edifact: 'BX' };

/** spec unitOfMeasure: free text, "common values pcs, kg, liter, box". */
const codes: ReadonlyMap<string, UnitCodes> = new Map([
  ['pcs', one],
  ['pc', one],
  ['piece', one],
  ['pieces', one],
  ['box', box],
  ['kg', same('KGM')],
  ['g', same('GRM')],
  ['liter', same('LTR')],
  ['litre', same('LTR')],
  ['l', same('LTR')],
  ['ml', same('MLT')],
  ['m', same('MTR')],
]);

function same(code: string): UnitCodes {
  return { ubl: code, opentrans: code, edifact: code };
}

/** The code of a unit as the service names it; undefined for the supplier's own words. */
export function unitCode(word: string, format: keyof UnitCodes): string | undefined {
  return codes.get(word.trim().toLowerCase())?.[format];
}
