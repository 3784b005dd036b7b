import { shownLines } from '../domain/complaint.ts';

/** Markup that is safe to send: every text in it was escaped on the way in (fault 110). */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** The only way to make one: the literal parts are ours, every value is escaped. */
  static of(parts: readonly string[], values: readonly HtmlValue[]): Html {
    const shown = parts.map((part, index) => part + markup(values[index]));
    return new Html(shown.join(''));
  }

  toString(): string {
    return this.#markup;
  }
}

type HtmlValue = string | number | Html | readonly Html[] | undefined;

/** Tagged template: values are texts, or markup that the same tag made. Attributes must be in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.of(parts, values);
}

function markup(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(String).join('');
  return escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return shownLines(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
