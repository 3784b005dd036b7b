/** What of an element's text is known while it is open. */
export interface OpenText {
  /** Its own text since its last child. */
  text: string;
  hasChildren: boolean;
  /** More than blanks is beside the children: `Bohrer <b>HSS</b> 10 mm`. */
  isMixed: boolean;
  /** Where its text begins among that of the record. */
  from: number;
}

/** The text of one record in the order of the document, so that an element can say what its children say. */
export class RecordText {
  readonly #pieces: string[] = [];

  open(at: OpenText, parent: OpenText | undefined): void {
    if (parent === undefined) this.#pieces.length = 0;
    else {
      parent.hasChildren = true;
      if (parent.text !== '') this.#addOwn(parent);
    }
    at.text = '';
    at.hasChildren = false;
    at.isMixed = false;
    at.from = this.#pieces.length;
  }

  /**
   * The value of the element; undefined where only its children have one. One that is empty, as `<br/>`, parts words.
   */
  close(at: OpenText): string | undefined {
    if (!at.hasChildren) {
      const { text } = at;
      this.#pieces.push(text === '' ? ' ' : text);
      at.text = '';
      return text.trim();
    }
    if (at.text !== '') this.#addOwn(at);
    return at.isMixed ? this.#pieces.slice(at.from).join('').trim() : undefined;
  }

  #addOwn(at: OpenText): void {
    this.#pieces.push(at.text);
    if (!at.isMixed) at.isMixed = at.text.trim() !== '';
    at.text = '';
  }
}
