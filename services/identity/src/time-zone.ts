const nameMax = 64;

/** Returns the canonical name of a time zone; null for an invalid one. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name || name.length > nameMax) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Times are then shown in UTC.
    return null;
  }
}
