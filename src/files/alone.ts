/** Works on one folder run one after the other, also after one that failed. */
export type Alone = <T>(folder: string, work: () => Promise<T>) => Promise<T>;

export function createAlone(): Alone {
  const last = new Map<string, Promise<unknown>>();
  return (folder, work) => {
    const mine = (last.get(folder) ?? Promise.resolve()).then(work, work);
    last.set(folder, mine);
    return mine;
  };
}
