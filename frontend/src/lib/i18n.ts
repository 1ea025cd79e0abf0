import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type es from '../locales/es.json';
import { loadChunk } from './load-chunk.ts';
import { local } from './storage.ts';

export const LANGUAGES = ['es', 'en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof es };
  }
}

const KEY = 'language';
const DEFAULT: Language = 'es';

const LOADERS: Record<Language, () => Promise<{ default: object }>> = {
  es: () => import('../locales/es.json', { with: { type: 'json' } }),
  en: () => import('../locales/en.json', { with: { type: 'json' } }),
  zh: () => import('../locales/zh.json', { with: { type: 'json' } }),
};

function known(code: string | null | undefined): Language | undefined {
  const lower = code?.toLowerCase();
  return LANGUAGES.find((language) => lower === language || lower?.startsWith(`${language}-`));
}

/** The stored choice, else the browser's language, else Spanish. */
export function chooseLanguage(stored: string | null, browser: string | undefined): Language {
  return known(stored) ?? known(browser) ?? DEFAULT;
}

async function load(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { default: texts } = await loadChunk(LOADERS[language]);
    i18next.addResourceBundle(language, 'translation', texts);
  }
}

/** Initialises i18next with the texts of the chosen language. Throws ChunkLoadError when they cannot be loaded. */
export async function startI18n(): Promise<void> {
  const language = chooseLanguage(local.read(KEY), navigator.language);
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await load(language);
  document.documentElement.lang = language;
}

/** Changes the language. Throws ChunkLoadError when its texts cannot be loaded; the language stays as it was. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  local.write(KEY, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** The texts in the chosen language: `const { t } = useTexts()`. */
export function useTexts() {
  return useTranslation();
}

/** The chosen language and Intl formatters for it. */
export function useFormat() {
  const { i18n } = useTranslation();
  return formatters(known(i18n.language) ?? DEFAULT);
}

const made = new Map<Language, ReturnType<typeof makeFormatters>>();

/** Intl objects are slow to construct: one set per language. */
export function formatters(language: Language) {
  const kept = made.get(language) ?? makeFormatters(language);
  made.set(language, kept);
  return kept;
}

function makeFormatters(language: Language) {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dayMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const list = new Intl.ListFormat(language);
  return {
    language,
    /** 12 345 */
    number: (value: number) => number.format(value),
    /** 12 k: for counts beside icons */
    compact: (value: number) => compact.format(value),
    /** 42 %, of 0.42 */
    percent: (value: number) => percent.format(value),
    /** 3 mar: where the year is known, as on the axis of a chart */
    dayMonth: (value: Date | string) => dayMonth.format(new Date(value)),
    /** 3 mar 2026 */
    date: (value: Date | string) => date.format(new Date(value)),
    /** martes, 3 de marzo: dividers in conversations */
    day: (value: Date | string) => day.format(new Date(value)),
    /** 18:05 */
    time: (value: Date | string) => time.format(new Date(value)),
    /** 3 de marzo de 2026, 18:05 */
    dateTime: (value: Date | string) => dateTime.format(new Date(value)),
    /** hace 5 min; after a week the date */
    ago: (value: Date | string, now: Date) => ago(relative, date, new Date(value), now),
    /** a, b y c */
    list: (values: string[]) => list.format(values),
  };
}

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

function ago(relative: Intl.RelativeTimeFormat, date: Intl.DateTimeFormat, value: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - value.getTime()) / 1000);
  if (seconds < 45) return relative.format(0, 'second');
  const step = STEPS.find(([limit]) => seconds < limit);
  return step ? relative.format(-Math.max(1, Math.floor(seconds / step[1])), step[2]) : date.format(value);
}
