import { fieldBytesMax } from '../text/limits.ts';

const escapePattern = /_x([\da-fA-F]{4})_/g;

/** Collects the text of `<si>` and `<is>`: all runs, without the pronunciation aids of `<rPh>`. */
export class RichText {
  #text = '';
  #isInText = false;
  #isInPhonetics = false;

  open(name: string): void {
    if (name === 'rPh') this.#isInPhonetics = true;
    else if (name === 't') this.#isInText = !this.#isInPhonetics;
  }

  /**
   * Beyond what a cell may hold nothing more is kept: no number
   * of runs makes one text that fills the memory (fault 12).
   */
  add(text: string): void {
    if (this.#isInText && !this.isTooLong) this.#text += text;
  }

  /** Of the text before its escapes are read: it must not be used then. */
  get isTooLong(): boolean {
    return this.#text.length > fieldBytesMax;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isInPhonetics = false;
    else if (name === 't') this.#isInText = false;
  }

  /** The text so far; the next one begins empty. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** `_x000D_` is how a workbook writes a character that XML cannot hold. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  const letter = (_: string, code: string): string =>
    String.fromCharCode(Number.parseInt(code, 16));
  return text.replaceAll(escapePattern, letter).toWellFormed();
}
