import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type account from '../locales/es/account.json';
import type admin from '../locales/es/admin.json';
import type blog from '../locales/es/blog.json';
import type challenges from '../locales/es/challenges.json';
import type chat from '../locales/es/chat.json';
import type contact from '../locales/es/contact.json';
import type create from '../locales/es/create.json';
import type explore from '../locales/es/explore.json';
import type insight from '../locales/es/insight.json';
import type invites from '../locales/es/invites.json';
import type landing from '../locales/es/landing.json';
import type media from '../locales/es/media.json';
import type members from '../locales/es/members.json';
import type membership from '../locales/es/membership.json';
import type moderation from '../locales/es/moderation.json';
import type profile from '../locales/es/profile.json';
import type recovery from '../locales/es/recovery.json';
import type safety from '../locales/es/safety.json';
import type sanctions from '../locales/es/sanctions.json';
import type settings from '../locales/es/settings.json';
import type tools from '../locales/es/tools.json';
import type tribe from '../locales/es/tribe.json';
import type tribeSettings from '../locales/es/tribe-settings.json';
import type versions from '../locales/es/versions.json';
import type vibes from '../locales/es/vibes.json';
import type video from '../locales/es/video.json';
import type welcome from '../locales/es/welcome.json';
import type es from '../locales/es.json';
import { bytesIn, formatAgo } from './formats.ts';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';
import { local } from './storage.ts';
import { translatorOf } from './translator.ts';

export const LANGUAGES = ['es', 'en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Texts that are loaded with the screens that use them: `locales/{language}/{name}.json`. Most screens use `members`.
 */
interface LaterTexts {
  account: typeof account;
  admin: typeof admin;
  blog: typeof blog;
  challenges: typeof challenges;
  chat: typeof chat;
  contact: typeof contact;
  create: typeof create;
  explore: typeof explore;
  insight: typeof insight;
  invites: typeof invites;
  landing: typeof landing;
  media: typeof media;
  members: typeof members;
  membership: typeof membership;
  moderation: typeof moderation;
  profile: typeof profile;
  recovery: typeof recovery;
  safety: typeof safety;
  sanctions: typeof sanctions;
  settings: typeof settings;
  tools: typeof tools;
  tribe: typeof tribe;
  'tribe-settings': typeof tribeSettings;
  versions: typeof versions;
  vibes: typeof vibes;
  video: typeof video;
  welcome: typeof welcome;
}
export type TextsName = keyof LaterTexts;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof es &
        typeof account &
        typeof blog &
        typeof challenges &
        typeof chat &
        typeof contact &
        typeof create &
        typeof explore &
        typeof insight &
        typeof invites &
        typeof landing &
        typeof media &
        typeof members &
        typeof membership &
        typeof moderation &
        typeof profile &
        typeof recovery &
        typeof admin &
        typeof safety &
        typeof sanctions &
        typeof settings &
        typeof tools &
        typeof tribe &
        typeof tribeSettings &
        typeof versions &
        typeof vibes &
        typeof video &
        typeof welcome;
    };
  }
}

const KEY = 'language';
const DEFAULT: Language = 'es';
const NAMESPACE = 'translation';

type Texts = { default: object };

/** The texts of the first screen and those that all screens share. */
const LOADERS: Record<Language, () => Promise<Texts>> = {
  es: () => import('../locales/es.json', { with: { type: 'json' } }),
  en: () => import('../locales/en.json', { with: { type: 'json' } }),
  zh: () => import('../locales/zh.json', { with: { type: 'json' } }),
};

function supportedLanguage(code: string | null | undefined): Language | undefined {
  const lower = code?.toLowerCase();
  return LANGUAGES.find((language) => lower === language || lower?.startsWith(`${language}-`));
}

/**
 * The stored choice, else the first supported language of the browser, else Spanish. The server chooses a page by the
 * same languages, and public/theme.js compares both.
 */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  return (
    supportedLanguage(stored) ?? browser.map(supportedLanguage).find((language) => language !== undefined) ?? DEFAULT
  );
}

const storedLanguage = (): Language => chooseLanguage(local.read(KEY), navigator.languages);

/** The language of the screen. */
export const currentLanguage = (): Language => supportedLanguage(i18next.language) ?? storedLanguage();

/** Stores the language in which the app starts the next time. */
export const noteLanguage = (language: Language): void => local.write(KEY, language);

/** The languages whose first texts are loaded. */
const loaded = new Set<Language>();

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { default: texts } = await loadChunk(LOADERS[language]);
  i18next.addResourceBundle(language, NAMESPACE, texts, true);
  loaded.add(language);
}

/** Texts that are loading, loaded or failed. */
interface Later {
  promise: Promise<void>;
  isThere: boolean;
  failure?: unknown;
}

/** By language and name. */
const later = new Map<string, Later>();

function loadLater(language: Language, name: TextsName): Later {
  const key = `${language}/${name}`;
  const begun = later.get(key);
  if (begun) return begun;
  const loading: Later = { isThere: false, promise: addTexts(language, name) };
  later.set(key, loading);
  loading.promise.then(
    () => {
      loading.isThere = true;
    },
    (error: unknown) => {
      // The failure is stored until a retry: otherwise each rendering would request the texts again, without end.
      if (error instanceof ChunkLoadError) error.forget = () => later.delete(key);
      loading.failure = error;
    },
  );
  return loading;
}

async function addTexts(language: Language, name: TextsName): Promise<void> {
  const { default: texts } = await loadChunk<Texts>(() => importTexts(language, name));
  i18next.addResourceBundle(language, NAMESPACE, texts, true);
}

/** The list of files is long: it is loaded with the first of them. */
const importTexts = async (language: Language, name: TextsName): Promise<Texts> =>
  (await import('./later-texts.ts')).importTexts(language, name);

/** Loads a component and the texts that it uses in parallel. */
export function withTexts<T>(load: () => Promise<T>, ...names: TextsName[]): () => Promise<T> {
  return async () => {
    const language = currentLanguage();
    // A failure surfaces again where the texts are used.
    const texts = names.map((name) => loadLater(language, name).promise.catch(() => undefined));
    const [part] = await Promise.all([load(), ...texts]);
    return part;
  };
}

/** Initialises i18next with the texts of the chosen language. Throws ChunkLoadError when they cannot be loaded. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await load(language);
  document.documentElement.lang = language;
}

/** Continues in the language chosen in the first view (public/theme.js). */
export const followFirstView = (): Promise<void> | undefined =>
  storedLanguage() === i18next.language ? undefined : setLanguage(storedLanguage());

/** Changes the language. Throws ChunkLoadError when its texts cannot be loaded; the language then stays as it was. */
export async function setLanguage(language: Language): Promise<void> {
  const names = new Set([...later.keys()].map((key) => key.split('/')[1] as TextsName));
  const texts = [...names].map((name) => loadLater(language, name).promise);
  const failed = (await Promise.allSettled([load(language), ...texts])).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    for (const [key, { failure }] of later) if (failure) later.delete(key);
    throw failed.reason;
  }
  noteLanguage(language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/**
 * The texts in the chosen language: `const { t } = useTexts()`. Texts that are loaded later are named,
 * `useTexts('members')`: the component suspends until they are loaded.
 */
export function useTexts(...names: TextsName[]) {
  const language = supportedLanguage(useTranslation().i18n.language) ?? DEFAULT;
  for (const name of names) waitFor(loadLater(language, name));
  return { t: translatorOf(language) };
}

/** Suspends the rendering; `use` would do so also for a moment after the texts are loaded. */
function waitFor({ isThere, promise, failure }: Later): void {
  if (failure) throw failure;
  if (!isThere) throw promise;
}

/** The chosen language and Intl formatters for it. */
export function useFormat() {
  const { i18n } = useTranslation();
  return formatters(supportedLanguage(i18n.language) ?? DEFAULT);
}

const made = new Map<Language, ReturnType<typeof makeFormatters>>();

/** Intl objects are slow to construct: one set per language. */
export function formatters(language: Language) {
  const cached = made.get(language) ?? makeFormatters(language);
  made.set(language, cached);
  return cached;
}

function makeFormatters(language: Language) {
  const number = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dayMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const list = new Intl.ListFormat(language);
  return {
    language,
    /** 12 345 */
    number: (value: number) => number.format(value),
    /** 340 byte, 12 kB or 1.5 MB */
    bytes: (value: number) => bytesIn(language, value),
    /** 12 k: for counts next to icons */
    compact: (value: number) => compact.format(value),
    /** 42 %, of 0.42 */
    percent: (value: number) => percent.format(value),
    /** +42 %, of 0.42 */
    change: (value: number) => change.format(value),
    /** 3 mar: when the year is clear, as on the axis of a chart */
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
    ago: (value: Date | string, now: Date) => formatAgo(relative, date, new Date(value), now),
    /** a, b y c */
    list: (values: string[]) => list.format(values),
  };
}
