/** Why a document is refused, in a few words. */
export interface Fault {
  readonly kind:
    | 'attributes'
    | 'character'
    | 'declaration'
    | 'markup'
    | 'name'
    | 'reference'
    | 'root';
  readonly words: string;
}
