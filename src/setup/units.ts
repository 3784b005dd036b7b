/** Usual spellings of units and what the specification calls them (spec "Product": pcs, kg, liter, box). */
const spellings: Readonly<Record<string, string>> = {
  pcs: `stk stck st stück stueck stücke einheit einheiten stk. st. pc pce pcs. piece pieces ea each nos no unit units c62 h87
    adet ad. db buc bucata kom kom. vnt vnt. gab gab. kpl ks τεμ τεμ. τμχ
    шт шт. штука штуки 796 szt szt. sztuka sztuk un ud uds ud. unidad unidades pz pz. pezzi pza pza. pieza piezas stuk stuks item items
    darab kos kos. 个 個 件 只 개`,
  kg: 'kgm kgs kilo kilogramm kilogram кг кг. 166 公斤 千克',
  liter: 'l lt ltr liter. litre litres л л. литр 112 litr',
  box: 'bx karton kartons krt kt ct ctn carton cartons boxes kar кор кор. коробка karton. 箱 盒 박스',
  m: 'mtr meter метр м м. пог.м',
};

const byWritten = new Map(
  Object.entries(spellings).flatMap(([unit, written]) =>
    written.split(/\s+/).map((spelling) => [spelling, unit] as const),
  ),
);

/** What a unit is called on the marketplace; undefined if it is sent as it is written. */
export function unitOf(written: string): string | undefined {
  const small = written.toLowerCase();
  const unit = Object.hasOwn(spellings, small) ? small : byWritten.get(small);
  return unit === written ? undefined : unit;
}

/** Whether the unit is one that the specification names, or a known spelling of one. */
export function isKnownUnit(written: string): boolean {
  const small = written.toLowerCase();
  return Object.hasOwn(spellings, small) || byWritten.has(small);
}
