const none: Readonly<Record<string, string>> = Object.freeze({});

/** What a tag says of its element. Most say nothing. */
export class Attributes {
  #all: Record<string, string> | undefined;
  #count = 0;

  get all(): Readonly<Record<string, string>> {
    return this.#all ?? none;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#all = undefined;
    this.#count = 0;
  }

  has(name: string): boolean {
    return this.#all !== undefined && name in this.#all && Object.hasOwn(this.#all, name);
  }

  add(name: string, value: string): void {
    this.#all ??= {};
    this.#count += 1;
    // Every object has some names already (fault 10).
    if (name in this.#all) Object.defineProperty(this.#all, name, { value, enumerable: true });
    else this.#all[name] = value;
  }
}
