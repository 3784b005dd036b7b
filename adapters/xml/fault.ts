/** Why a document is refused, in a few words. */
export interface Fault {
  readonly kind: 'attributes' | 'declaration' | 'markup' | 'reference' | 'root';
  readonly words: string;
}
