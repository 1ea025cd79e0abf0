import type { Language } from '@tribus/kit/core/language.ts';

const utc = 'UTC';

/**
 * Formats a time in the recipient's time zone with the zone's name; in UTC, and labelled so, when their zone is
 * unknown.
 */
export function timeInMail(language: Language, time: Date, timeZone: string | null): string {
  const formatted = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone ?? utc,
    timeZoneName: 'long',
  }).format(time);
  return timeZone === null ? `${formatted} (${utc})` : formatted;
}
