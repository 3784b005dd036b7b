import type { XmlElement } from '../xml/tree.ts';
import { own } from './own.ts';

/** What a message says around the trade item that is being read. */
export class MessageState {
  #command = '';
  #state = '';
  #created = '';

  open(path: readonly string[], attributes: Readonly<Record<string, string>>): void {
    const name = path.at(-1);
    if (name === 'transaction' || name === 'documentCommand') this.#command = '';
    if (name === 'documentCommandHeader') this.#command = attributes['type'] ?? '';
    // Each level of a hierarchy has a state of its own.
    if (name === 'catalogueItem') this.#state = '';
    if (name === 'catalogueItemState') this.#state = attributes['state'] ?? '';
    if (name !== undefined && creations.has(name)) this.#created = '';
  }

  /** A text may come in pieces. */
  text(path: readonly string[], text: string): void {
    const name = path.at(-1);
    if (name === 'catalogueItemStateCode') this.#state += text;
    if (name !== undefined && creations.has(name)) this.#created += text;
  }

  /**
   * Whether the item is not to be sold any more: deleted, cancelled or discontinued by the message, or on a day that
   * was over when the message was made. Without that moment a day that is given counts as over.
   */
  isWithdrawn(item: XmlElement): boolean {
    if (this.#command.trim().toUpperCase() === 'DELETE') return true;
    const state = this.#state.trim() || stateIn(item);
    return isEnd(state) || endsOf(item).some((end) => isOver(end, this.#created.trim()));
  }
}

const creations: ReadonlySet<string> = new Set(['CreationDateAndTime', 'creationDateTime']);
const ends = /^(?:discontinued|cancel(?:l?ed)?)date(?:time)?$/i;

function isEnd(state: string): boolean {
  return /^(?:cancell?ed|discontinued|deleted|withdrawn)$/i.test(state);
}

/** Where the source reads whole catalogue items, it is within. */
function stateIn(item: XmlElement): string {
  const states = own(item, (name) => name === 'catalogueItemState');
  return states.map((state) => state.attributes['state'] ?? state.children[0]?.text ?? '')[0] ?? '';
}

function endsOf(item: XmlElement): readonly string[] {
  return own(item, (name) => ends.test(name)).map((end) => end.text);
}

/** Programs write a date that they do not know as the first one of their calendar. */
const unknownBefore = Date.UTC(1980, 0);

function isOver(end: string, created: string): boolean {
  if (end === '') return false;
  const [moment, reference] = [Date.parse(end), Date.parse(created)];
  if (Number.isNaN(moment) || Number.isNaN(reference)) return !(moment < unknownBefore);
  return moment >= unknownBefore && moment <= reference;
}
