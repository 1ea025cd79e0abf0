import type { Language } from '@tribus/kit/core/language.ts';

const universal = 'UTC';

/**
 * A time as its reader's clock shows it, with the zone by its name; in universal time, and saying so, where their zone is
 * not known.
 */
export function timeInMail(language: Language, time: Date, timeZone: string | null): string {
  const said = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone ?? universal,
    timeZoneName: 'long',
  }).format(time);
  return timeZone === null ? `${said} (${universal})` : said;
}
