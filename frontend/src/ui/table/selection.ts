/** The ids of the selected rows, which may include rows of other pages. */
export type Selection = ReadonlySet<string>;

export function toggleRow(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all of `ids`, or none of them when all were selected. Other rows stay as they are. */
export function toggleAll(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection);
  const clear = coverage(selection, ids) === 'all';
  for (const id of ids) {
    if (clear) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** Returns whether all, some or none of `ids` are selected. */
export function coverage(selection: Selection, ids: readonly string[]): 'none' | 'some' | 'all' {
  const selected = ids.filter((id) => selection.has(id)).length;
  if (selected === 0) return 'none';
  return selected === ids.length ? 'all' : 'some';
}
