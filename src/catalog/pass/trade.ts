/** How changed stocks compare with what they were, where neither is 0. */
export interface Trade {
  add(before: number, after: number): void;
  /** How many are exactly twice what they were. */
  readonly doubled: number;
  /**
   * Most are between half and twice what they were, as a day's sales leave them; values of another column would be
   * anywhere.
   */
  isUsual(): boolean;
}

export function createTrade(): Trade {
  let [count, near, doubled] = [0, 0, 0];
  return {
    add(before, after) {
      count += 1;
      if (2 * after >= before && after <= 2 * before) near += 1;
      if (after === 2 * before) doubled += 1;
    },
    get doubled() {
      return doubled;
    },
    isUsual: () => near * 2 > count,
  };
}
