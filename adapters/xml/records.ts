import { Census } from './census.ts';
import { charactersPerRecordMax, elementsPerRecordMax } from './limits.ts';
import type { XmlSink } from './parser.ts';
import type { IsRecord } from './path.ts';
import { tooLarge } from './refused.ts';

/** Makes a value of one record. `open` and `close` are called for the record's own element too. */
export interface RecordBuilder<Built> extends XmlSink {
  /**
   * How many characters of its children the element repeats as
   * a value of its own: they count towards the record's limit.
   */
  close(): number;
  take(path: readonly string[]): Built;
}

/** What stands around the records. */
export type Outside = (
  path: readonly string[],
  attributes: Readonly<Record<string, string>>,
) => void;

export type OutsideText = (path: readonly string[], text: string) => void;

interface Setup<Built> {
  readonly file: string;
  readonly isRecord: IsRecord;
  readonly builder: RecordBuilder<Built>;
  /** Called for each element outside the records, before its records are known. */
  readonly outside?: Outside | undefined;
  /** Called for each piece of text there. */
  readonly outsideText?: OutsideText | undefined;
}

/** Cuts a document into records; whatever is between them is only walked over. */
export class RecordSink<Built> implements XmlSink {
  readonly census = new Census();
  /** Records since the last `drain`. */
  #built: Built[] = [];
  #found = 0;
  readonly #setup: Setup<Built>;
  readonly #path: string[] = [];
  #depthInRecord = 0;
  #elements = 0;
  #characters = 0;

  constructor(setup: Setup<Built>) {
    this.#setup = setup;
  }

  get found(): number {
    return this.#found;
  }

  drain(): Built[] {
    const built = this.#built;
    this.#built = [];
    return built;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#depthInRecord === 0) {
      this.#path.push(name);
      if (!this.#setup.isRecord(this.#path)) {
        this.#walk(attributes);
        return;
      }
      this.#elements = 0;
      this.#characters = 0;
    }
    this.#depthInRecord += 1;
    this.#elements += 1;
    for (const attribute in attributes) this.#characters += attributes[attribute]?.length ?? 0;
    this.#bound();
    this.#setup.builder.open(name, attributes);
  }

  text(text: string): void {
    if (this.#depthInRecord === 0) {
      this.#setup.outsideText?.(this.#path, text);
      if (this.#found === 0 && text.trim() !== '') this.census.hasText = true;
      return;
    }
    this.#characters += text.length;
    this.#bound();
    this.#setup.builder.text(text);
  }

  close(): void {
    if (this.#depthInRecord > 0) {
      const repeated = this.#setup.builder.close();
      if (repeated > 0) {
        this.#characters += repeated;
        this.#bound();
      }
      this.#depthInRecord -= 1;
      if (this.#depthInRecord > 0) return;
      this.#found += 1;
      this.#built.push(this.#setup.builder.take(this.#path));
    }
    this.#path.pop();
  }

  #walk(attributes: Readonly<Record<string, string>>): void {
    this.#setup.outside?.(this.#path, attributes);
    if (this.#found === 0) this.census.count(this.#path);
  }

  #bound(): void {
    if (this.#elements > elementsPerRecordMax) {
      throw this.#tooLarge(`more than ${elementsPerRecordMax} elements`);
    }
    if (this.#characters > charactersPerRecordMax) {
      throw this.#tooLarge(`more than ${charactersPerRecordMax} characters`);
    }
  }

  #tooLarge(what: string): Error {
    const element = this.#path.at(-1) ?? '';
    return tooLarge(this.#setup.file, `<${element}> number ${this.#found + 1} has ${what}.`);
  }
}
