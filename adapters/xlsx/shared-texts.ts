import type { Complaint } from '../../src/domain/complaint.ts';
import { fieldBytesMax } from '../text/limits.ts';
import type { Container } from './container.ts';
import { tooLarge } from './damage.ts';
import { sharedCharactersMax, sharedTextsMax } from './limits.ts';
import { RichText } from './rich-text.ts';
import { readWholePart, type XmlHandler } from './xml.ts';

/** So many are copied at once: one by one it is a tenth of the time that a whole workbook takes. */
const copiedTexts = 1_000;
const limits = { texts: sharedTextsMax, characters: sharedCharactersMax };

/** The workbook's texts, which cells name by number. They are the only thing that is in memory as a whole. */
export async function readSharedTexts(
  container: Container,
  path: string | undefined,
  most = limits,
): Promise<readonly string[] | Complaint> {
  if (path === undefined) return [];
  const content = new SharedTexts(container.file, most);
  return (await readWholePart(container, path, content)) ?? content.all();
}

class SharedTexts implements XmlHandler {
  complaint: Complaint | undefined;
  readonly #file: string;
  readonly #most: typeof limits;
  readonly #current = new RichText();
  readonly #texts: string[] = [];
  #latest: string[] = [];
  #characters = 0;

  constructor(file: string, most: typeof limits) {
    this.#file = file;
    this.#most = most;
  }

  open(name: string): void {
    this.#current.open(name);
  }

  text(text: string): void {
    this.#current.add(text);
  }

  close(name: string): void {
    this.#current.close(name);
    if (name !== 'si') return;
    if (this.#current.isTooLong) {
      const rule = `A text of the workbook has more than ${fieldBytesMax} characters.`;
      this.complaint = tooLarge(this.#file, rule);
    }
    this.#keep(this.#current.take());
  }

  all(): readonly string[] {
    this.#copy();
    return this.#texts;
  }

  /** A piece of a string keeps the whole string in memory: only a copy lets the XML go. */
  #copy(): void {
    const copies = JSON.parse(JSON.stringify(this.#latest)) as readonly string[];
    for (const text of copies) this.#texts.push(text);
    this.#latest = [];
  }

  #keep(text: string): void {
    this.#latest.push(text);
    if (this.#latest.length === copiedTexts) this.#copy();
    this.#characters += text.length;
    const { texts, characters } = this.#most;
    if (this.#texts.length + this.#latest.length <= texts && this.#characters <= characters) return;
    const rule = `The workbook has more than ${texts} texts, or ${characters} characters in them.`;
    this.complaint ??= tooLarge(this.#file, rule);
  }
}
