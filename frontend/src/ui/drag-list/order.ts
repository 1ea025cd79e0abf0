/**
 * Returns the ids with one of them at another index. The first `fixedCount` ids keep their indexes: a fixed id does not
 * move, and an index among them or beyond the end is clamped.
 */
export function moveId(ids: readonly string[], id: string, to: number, fixedCount = 0): string[] {
  if (ids.indexOf(id) < fixedCount) return [...ids];
  const others = ids.filter((other) => other !== id);
  const at = Math.max(fixedCount, Math.min(others.length, to));
  return [...others.slice(0, at), id, ...others.slice(at)];
}
