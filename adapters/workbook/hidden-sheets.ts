import type { XmlHandler } from '../xlsx/xml.ts';

/** The sheets of an ODS workbook that a person does not see: their style says so, which is above them. */
export class HiddenSheets implements XmlHandler {
  readonly #names = new Set<string>();
  readonly #styles = new Set<string>();
  #style = '';

  has(sheet: string): boolean {
    return this.#names.has(sheet);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#styles.add(this.#style);
    else if (name === 'table' && this.#styles.has(attributes['table:style-name'] ?? ''))
      this.#names.add(attributes['table:name'] ?? '');
  }
}
