import type { Language } from '../config/declaration.ts';

/** A point in time, for machines and for people. */
export interface Moment {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/** Shows moments and numbers in one language: today by the clock, earlier days with their date. */
export class Format {
  readonly #nowMs: number;
  readonly #time: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #number: Intl.NumberFormat;

  constructor(language: Language, nowMs: number, timeZone?: string) {
    const zone = timeZone === undefined ? {} : { timeZone };
    const locale = language === 'en' ? 'en-GB' : 'de-DE';
    this.#nowMs = nowMs;
    this.#time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', ...zone });
    this.#day = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...zone,
    });
    this.#number = new Intl.NumberFormat(language);
  }

  moment(epochMs: number): Moment {
    const date = new Date(epochMs);
    if (Number.isNaN(date.getTime())) return { at: '', text: '?' };
    const time = this.#time.format(date);
    const day = this.#day.format(date);
    const today = this.#day.format(this.#nowMs) === day;
    return { at: date.toISOString(), text: today ? time : `${day}, ${time}` };
  }

  text(epochMs: number): string {
    return this.moment(epochMs).text;
  }

  number(value: number): string {
    return this.#number.format(value);
  }
}
