const nameMax = 64;

/** The name of a time zone; null for what is none. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name || name.length > nameMax) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Whoever names no zone is told universal time.
    return null;
  }
}
