/** Returns a time as minutes and seconds, as players show it, e.g. `1:05`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
