import { tooLarge } from '../xml/refused.ts';
import { childText, type XmlElement } from '../xml/tree.ts';
import { kept } from './kept.ts';
import { classifierEntriesMax } from './limits.ts';

const owners: ReadonlySet<string> = new Set(['Группа', 'Свойство', 'СвойствоНоменклатуры']);
const choices: ReadonlySet<string> = new Set(['Справочник', 'ВариантЗначения']);

interface Owner {
  id?: string;
  name?: string;
}

/** Whether the element is one of those that the classifier is made of. */
export function isClassifierPart(path: readonly string[]): boolean {
  if (path[0] !== 'Классификатор' && path[1] !== 'Классификатор') return false;
  const name = path.at(-1) ?? '';
  if (choices.has(name)) return true;
  return (name === 'Ид' || name === 'Наименование') && owners.has(path.at(-2) ?? '');
}

/**
 * Names of groups and properties and the texts of property values, by their ids (quirk 43). It is read in single
 * fields, because one group may hold all others and one property ten thousand values.
 */
export class Classifier {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #file: string;
  /** The group or property that is open at each depth: some have no id, and some name themselves before it. */
  readonly #open: Owner[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Call for each element outside the parts. */
  open(path: readonly string[]): void {
    if (owners.has(path.at(-1) ?? '')) this.#open[path.length + 1] = {};
  }

  take(element: XmlElement, path: readonly string[]): void {
    if (choices.has(element.name)) {
      this.#takeChoice(element);
      return;
    }
    const owner = this.#open[path.length] ?? {};
    owner[element.name === 'Ид' ? 'id' : 'name'] = kept(element.text);
    if (owner.id !== undefined && owner.name !== undefined)
      this.#set(this.#names, owner.id, owner.name);
  }

  /** The name of a group or property; its id where the classifier is missing. */
  name(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** The text behind a value's id; the value itself where it is no id. */
  value(value: string): string {
    return this.#values.get(value) ?? value;
  }

  #takeChoice(choice: XmlElement): void {
    const id = childText(choice, 'ИдЗначения') ?? childText(choice, 'Ид');
    const value = childText(choice, 'Значение');
    if (id !== undefined && value !== undefined) this.#set(this.#values, kept(id), kept(value));
  }

  #set(map: Map<string, string>, id: string, text: string): void {
    if (this.#names.size + this.#values.size >= classifierEntriesMax) {
      throw tooLarge(this.#file, `The classifier has more than ${classifierEntriesMax} entries.`);
    }
    if (id !== '') map.set(id, text);
  }
}
