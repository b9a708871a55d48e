/** Starts the work of all items, two at a time and in order; each item's result can be awaited on its own. */
export function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Map<T, Promise<R>> {
  const lanes = [Promise.resolve(), Promise.resolve()];
  return new Map(
    items.map((item, index) => {
      const lane = index % lanes.length;
      const result = lanes[lane]!.then(() => work(item));
      lanes[lane] = result.then(
        () => undefined,
        () => undefined,
      );
      return [item, result] as const;
    }),
  );
}
