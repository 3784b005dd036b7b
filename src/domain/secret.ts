const mask = '***';

/**
 * A text that never reaches a log, an error, a page or a bundle by accident (fault 119): every way of printing
 * it gives `***`. `reveal` is called at the one place that puts it on the wire.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [Symbol.toPrimitive](): string {
    return mask;
  }

  /** What console.log and util.inspect show; the symbol is Node's registered name, so nothing is imported. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}
