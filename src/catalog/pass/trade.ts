/** What changed stocks that are there before and after are beside what they were. */
export interface Trade {
  add(before: number, after: number): void;
  /** Exactly twice. */
  readonly doubled: number;
  /** Whether most are between half and twice what they were, as a day leaves them: those of another column are anywhere. */
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
