/** Returns the ids with one of them at another index; an index beyond the ends is clamped. */
export function moveId(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), id, ...others.slice(at)];
}
