import type { Complaint } from '../../src/domain/complaint.ts';
import { cutOff, tooLarge, unexpected } from './damage.ts';
import { depthMax } from './limits.ts';
import { nextToken, type Token } from './tokens.ts';
import type { JsonWindow } from './window.ts';

/** `value` is a text, number or literal; `open` and `close` are of objects and arrays alike. */
export type JsonEvent = 'key' | 'value' | 'open' | 'close' | 'end';

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close';

/** Holds the tokens against JSON's grammar, and says what each means. */
export class JsonStructure {
  readonly window: JsonWindow;
  /** The current token. */
  token: Token = 'end';
  #containers: ('{' | '[')[] = [];
  #expected: Expected = 'value';

  constructor(window: JsonWindow) {
    this.window = window;
  }

  /** How many objects and arrays are open. */
  get depth(): number {
    return this.#containers.length;
  }

  next(): JsonEvent | Complaint {
    for (;;) {
      const token = nextToken(this.window);
      if (typeof token !== 'string') return token;
      this.token = token;
      const event = this.#step(token);
      if (event === 'unexpected') return this.#unexpected();
      if (event === 'open' && this.depth > depthMax) {
        return tooLarge(this.window, `more than ${depthMax} levels of objects and lists`);
      }
      if (event !== 'mark') return event;
    }
  }

  /** Reads on to the end of the value that `event` began. */
  skip(event: JsonEvent): Complaint | undefined {
    const depth = this.depth - 1;
    while (event === 'open' && this.depth > depth) {
      const inner = this.next();
      if (typeof inner !== 'string') return inner;
    }
    return undefined;
  }

  #step(token: Token): JsonEvent | 'mark' | 'unexpected' {
    switch (this.#expected) {
      case 'value':
        return this.#value(token);
      case 'value or ]':
        return token === ']' ? this.#close() : this.#value(token);
      case 'key':
        return this.#key(token);
      case 'key or }':
        return token === '}' ? this.#close() : this.#key(token);
      case ':':
        this.#expected = 'value';
        return token === ':' ? 'mark' : 'unexpected';
      case ', or close':
        return this.#afterValue(token);
    }
  }

  #value(token: Token): JsonEvent | 'unexpected' {
    if (token === '{' || token === '[') {
      this.#containers.push(token);
      this.#expected = token === '{' ? 'key or }' : 'value or ]';
      return 'open';
    }
    this.#expected = ', or close';
    return token === 'text' || token === 'number' || token === 'literal' ? 'value' : 'unexpected';
  }

  #key(token: Token): JsonEvent | 'unexpected' {
    this.#expected = ':';
    return token === 'text' ? 'key' : 'unexpected';
  }

  #afterValue(token: Token): JsonEvent | 'mark' | 'unexpected' {
    const container = this.#containers.at(-1);
    if (container === undefined) return token === 'end' ? 'end' : 'unexpected';
    if (token === (container === '{' ? '}' : ']')) return this.#close();
    this.#expected = container === '{' ? 'key' : 'value';
    return token === ',' ? 'mark' : 'unexpected';
  }

  #close(): JsonEvent {
    this.#containers.pop();
    this.#expected = ', or close';
    return 'close';
  }

  #unexpected(): Complaint {
    const { window } = this;
    if (this.token === 'end') return cutOff(window);
    const found = window.bytes.subarray(window.start, Math.min(window.end, window.start + 120));
    return unexpected(window, new TextDecoder().decode(found));
  }
}
