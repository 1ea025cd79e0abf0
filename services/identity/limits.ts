/** Specification 1, section 5. */
export const passwordMin = 6;
export const passwordMax = 200;
/** Specification 1, section 9; a notice, not asked for. */
export const minimumAge = 13;
export const emailMax = 254;
export const nameMax = 80;
/** Specification 1, sections 5 and 9. */
export const bioMax = 100;
export const aboutMax = 250;
export const interestsMax = 15;
export const educationMax = 2;
export const languagesMax = 5;
export const photosMax = 6;
export const avatarMaxMb = 5;
/** Decisions, section 2: characters of one value of an option list. */
export const profileValueMax = 60;
/** Between several values in one text (specification 1, section 3). */
export const valueSeparator = ' | ';
export const heightMinCm = 30;
export const heightMaxCm = 300;
/** Specification 1, section 3: what others see of a profile until its owner chooses. */
export const profileVisibilityDefaults = {
  bio: true,
  about: true,
  gustos: true,
  educacion: true,
  favoriteSong: true,
  favoriteMovie: true,
  mobileUsage: false,
  languages: true,
  sexo: true,
  alturaCm: true,
  horoscopo: true,
  estadoCivil: true,
  buscaAventura: false,
  atraccion: true,
  photos: true,
  tribes: true,
  progress: false,
} as const satisfies Readonly<Record<string, boolean>>;
export const maintenanceMessageMax = 500;
export const sanctionReasons = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'fraud',
  'impersonation',
  'other',
] as const;
/** What an admin writes to a member about a sanction. */
export const sanctionTextMin = 10;
export const sanctionTextMax = 500;
export const appealMin = 10;
export const appealMax = 2_000;
/** Decisions, section 2. */
export const contactSubjects = ['general', 'technical', 'business', 'feedback', 'other'] as const;
export const contactMessageMin = 10;
export const contactMessageMax = 5_000;
/** Messages, or appeals, that are counted while they wait for an admin: this many mean as many or more. */
export const waitingCountedMax = 100;
/** Of one user; decisions, section 2. */
export const tasksMax = 500;
export const taskTitleMax = 200;
export const taskDescriptionMax = 2_000;
export const taskStatuses = ['todo', 'in_progress', 'done'] as const;
/** Specification 1, section 9. */
export const heartbeatSeconds = 60;
/** Asked for at once. */
export const presenceIdsMax = 100;
/** Decisions, section 2. */
export const sessionDays = 30;
/** Open ones of an account; a further one ends the oldest. */
export const sessionsMax = 100;
/** How long a silence or a suspension outlives its account at most. */
export const keptSanctionDays = 365;
/** The sign-in history: how far it goes back, and how many entries a page has. */
export const signInDays = 90;
export const signInsShown = 50;
/** How many recovery codes an account has, each for one use. */
export const recoveryCodeCount = 10;
export const passkeysMax = 10;
export const passkeyNameMax = 60;
/** For so long after signing in an account without a password may change how it is protected. */
export const recentSignInMinutes = 15;
/** Between two mails of one kind to one address (decisions.md 2). */
export const mailPaceSeconds = 60;
/** How long a change of the address can be taken back. */
export const emailUndoDays = 7;
/** How long what was written by the contact form is kept. */
export const contactDays = 2 * 365;
/** A copy of one's data can be fetched for so long, and asked for so often in a day. */
export const dataExportHours = 48;
export const dataExportsADay = 3;
/** Of an account at a mail server. */
export const smtpUserMax = 320;
export const smtpPasswordMax = 500;
/** Decisions, section 2: an ad's snippet. */
export const adScriptMax = 20_000;
export const adIdMax = 100;
/** Specification 1, section 9: how long an ad is shown. */
export const adShownSeconds = 12;
export const adShowsMax = 100;
export const adIntervalMaxSeconds = 86_400;

/** How many people somebody blocks. */
export const blocksMax = 1_000;
/** How many people, tags, words and tribes somebody mutes: so many of each. */
export const mutesMax = 200;
export const mutedTagMax = 60;
export const mutedWordMax = 60;
/** Closed sets of which the database keeps a value. */
export const appealOutcomes = ['upheld', 'lifted'] as const;
export const dataExportStates = ['waiting', 'working', 'ready', 'failed'] as const;
