/** One item of a batch body, already written as JSON. */
export interface PackedItem<Wish> {
  readonly text: string;
  readonly wish: Wish;
}

export interface Batch<Wish> {
  readonly body: Uint8Array;
  readonly wishes: readonly Wish[];
}

export interface Packer<Wish> {
  /** Takes an item; returns the batch that had to be closed before it fits, if any. */
  add(item: PackedItem<Wish>): Batch<Wish> | undefined;
  /** The rest, if any. */
  flush(): Batch<Wish> | undefined;
}

export interface PackRules {
  readonly itemsMax: number;
  /** UTF-8 bytes of the whole body (fault 48). */
  readonly bytesMax: number;
  /** What stands around the items: `[` and `]`, or `{"items":[` and `]}`. */
  readonly before: string;
  readonly after: string;
}

/** Fills one batch after the other in order: each is closed only by count or bytes, so their number is the smallest. */
export function createPacker<Wish>(rules: PackRules): Packer<Wish> {
  // Every item is counted with its comma, and the first one has none.
  const frameBytes = Buffer.byteLength(rules.before) + Buffer.byteLength(rules.after) - 1;
  let items: PackedItem<Wish>[] = [];
  let bytes = frameBytes;

  const flush = (): Batch<Wish> | undefined => {
    if (items.length === 0) return undefined;
    const body = Buffer.from(
      `${rules.before}${items.map((item) => item.text).join(',')}${rules.after}`,
    );
    const wishes = items.map((item) => item.wish);
    items = [];
    bytes = frameBytes;
    return { body, wishes };
  };

  return {
    flush,
    add(item) {
      const itemBytes = Buffer.byteLength(item.text) + 1;
      const isFull = items.length === rules.itemsMax || bytes + itemBytes > rules.bytesMax;
      const closed = isFull ? flush() : undefined;
      items.push(item);
      bytes += itemBytes;
      return closed;
    },
  };
}
