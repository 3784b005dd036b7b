import type { XmlElement } from '../xml/tree.ts';

const languagePath = 'BMECAT/HEADER/CATALOG/LANGUAGE';

/** The languages that the header of a catalogue names: the one that it calls the default, else its first one. */
export class CatalogLanguage {
  #code = '';
  #isDefault = false;
  #isRead = false;

  /** In small letters; undefined where the header names none. */
  get code(): string | undefined {
    return this.#code.trim().toLowerCase() || undefined;
  }

  open(path: readonly string[], attributes: Readonly<Record<string, string>>): void {
    if (!isLanguage(path)) return;
    const isDefault = attributes['default']?.trim() === 'true';
    this.#isRead = this.#code === '' || (isDefault && !this.#isDefault);
    if (!this.#isRead) return;
    this.#code = '';
    this.#isDefault = isDefault;
  }

  /** A text may come in pieces. */
  text(path: readonly string[], text: string): void {
    if (this.#isRead && isLanguage(path)) this.#code += text;
  }
}

function isLanguage(path: readonly string[]): boolean {
  return path.length === 4 && path.join('/') === languagePath;
}

/** Of elements in several languages those in this one, else those of no language, else those of the first one. */
export function inLanguage(
  elements: readonly XmlElement[],
  language: string | undefined,
): readonly XmlElement[] {
  const languages = elements.map(languageOf);
  const [chosen] = [language, undefined, ...languages].filter((one) => languages.includes(one));
  return elements.filter((element) => languageOf(element) === chosen);
}

function languageOf({ attributes }: XmlElement): string | undefined {
  return attributes['lang']?.toLowerCase();
}
