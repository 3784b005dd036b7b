type Numbers = Uint8Array | Int32Array | Float64Array;

/** A typed array that grows: a million rows cost their bytes and no objects. Unset places read as 0. */
export interface Growing<Store extends Numbers> {
  get(index: number): number;
  set(index: number, value: number): void;
  /** The values themselves with room for so many, for loops over many places; good until the next call of any other. */
  reserve(length: number): Store;
  /** The first `length` values themselves: the end of growing. */
  take(length: number): Store;
}

const firstLength = 4_096;

export const growingBytes = (): Growing<Uint8Array> => growing((length) => new Uint8Array(length));
export const growingIntegers = (): Growing<Int32Array> =>
  growing((length) => new Int32Array(length));
export const growingFloats = (): Growing<Float64Array> =>
  growing((length) => new Float64Array(length));

function growing<Store extends Numbers>(create: (length: number) => Store): Growing<Store> {
  let store = create(firstLength);
  const reserve = (length: number): Store => {
    if (length <= store.length) return store;
    const larger = create(Math.max(length, store.length * 2));
    larger.set(store);
    store = larger;
    return store;
  };
  return {
    get: (index) => store[index] ?? 0,
    set(index, value) {
      reserve(index + 1);
      store[index] = value;
    },
    reserve,
    take: (length) => reserve(length).subarray(0, length) as Store,
  };
}
