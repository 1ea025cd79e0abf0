/** Returns the items in the order of their ids, which a `DragList` passes to `onReorder`; others stay behind them. */
export function sortedByIds<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const indexOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => indexOf(one) - indexOf(other));
}
