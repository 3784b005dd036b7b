/** The fields of a row as they were cut, with the blanks that fill them up. */
export type Fields = readonly string[];

/** What most rows have in common: of each field, whether each trait holds. */
type Habits = readonly boolean[];

const blank = /^[ \0]*$/;
const traits: readonly RegExp[] = [
  blank,
  // Begins at its first place, or ends at its last one.
  /^[^ \0]/,
  /[^ \0]$/,
  // A number.
  /^[ \0]*[\d.,+-]+[ \0]*$/,
  // Words without a gap between them.
  /^[ \0]*[^ \0]+(?: [^ \0]+)*[ \0]*$/,
];

/** Fewer may be chance. */
const fewest = 3;

/** Of nine of ten rows that have something there: titles and totals may stand between them. */
export function habitsOf(rows: readonly Fields[]): Habits {
  const told = rows.map(traitsOf);
  return (told[0] ?? []).map((_, trait) => {
    const all = told.map((row) => row[trait]).filter((holds) => holds !== undefined);
    const held = all.filter((holds) => holds).length;
    return held >= Math.min(fewest, rows.length) && 10 * held >= 9 * all.length;
  });
}

/** How many of the habits a row breaks. */
export function breaks(fields: Fields, habits: Habits): number {
  return traitsOf(fields).filter((holds, trait) => holds === false && habits[trait]).length;
}

/** An empty field has no other trait. */
function traitsOf(fields: Fields): readonly (boolean | undefined)[] {
  return fields.flatMap((field) =>
    traits.map((trait) => (trait !== blank && blank.test(field) ? undefined : trait.test(field))),
  );
}
