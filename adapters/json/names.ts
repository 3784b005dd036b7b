/** A value's column, by its way through objects and lists. */
export interface ValueName {
  /** With every list position: `sizes[1].width`. */
  readonly full: string;
  /** Without the positions, as long as each is the first: `sizes.width`. */
  readonly short: string | undefined;
  /** MongoDB writes it as a text: `{"$numberDecimal": "12.5"}`. */
  readonly isNumber?: true;
}

interface Level {
  readonly name: ValueName;
  readonly isList: boolean;
  key: string;
  /** List items so far. */
  count: number;
}

const mongoNumber = /^\$number(?:Decimal|Double|Int|Long)$/;
const root: ValueName = { full: '', short: '' };

/** Names each value while an element is read; a bare value is called `value`, items of a bare list `1`, `2`, …. */
export class NamePath {
  readonly #levels: Level[] = [];

  open(isList: boolean): void {
    const name = this.#levels.length === 0 ? root : this.ofValue();
    this.#levels.push({ name, isList, key: '', count: 0 });
  }

  /** The name of the list that closes, where it is empty: an empty list is an empty text. */
  close(): ValueName | undefined {
    const level = this.#levels.pop();
    const isEmptyColumn = level?.isList && level.count === 0 && level.name !== root;
    return isEmptyColumn ? level.name : undefined;
  }

  key(text: string): void {
    const level = this.#levels.at(-1);
    if (level) level.key = text;
  }

  /** The name of the value that comes now. */
  ofValue(): ValueName {
    const level = this.#levels.at(-1);
    if (!level) return { full: 'value', short: undefined };
    if (level.isList) return itemName(level.name, ++level.count);
    const { full, short } = level.name;
    // It also goes by the name that a number without such a type has.
    if (mongoNumber.test(level.key) && level.name !== root)
      return { full: memberName(full, level.key), short, isNumber: true };
    return {
      full: memberName(full, level.key),
      short: short === undefined ? undefined : memberName(short, level.key),
    };
  }
}

function memberName(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`;
}

function itemName(list: ValueName, position: number): ValueName {
  if (list === root) return { full: String(position), short: String(position) };
  return {
    full: `${list.full}[${position}]`,
    short: position === 1 ? list.short : undefined,
  };
}
