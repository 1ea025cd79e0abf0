/** Specification 1, section 5. */
export const passwordMin = 6;
export const passwordMax = 200;
/** Specification 1, section 9; shown as a notice, not verified. */
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
/** Characters of one value of an option list (decisions.md 2). */
export const profileValueMax = 60;
/** Separator of several values in one text (specification 1, section 3). */
export const valueSeparator = ' | ';
export const heightMinCm = 30;
export const heightMaxCm = 300;
/** Specification 1, section 3: default visibility of profile fields. */
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
/** Length of an admin's message about a sanction. */
export const sanctionTextMin = 10;
export const sanctionTextMax = 500;
export const appealMin = 10;
export const appealMax = 2_000;
/** Subjects of the contact form (decisions.md 2). */
export const contactSubjects = ['general', 'technical', 'business', 'feedback', 'other'] as const;
export const contactMessageMin = 10;
export const contactMessageMax = 5_000;
/** Counts of open messages and of open appeals stop at this number. */
export const waitingCountedMax = 100;
/** Tasks per user (decisions.md 2). */
export const tasksMax = 500;
export const taskTitleMax = 200;
export const taskDescriptionMax = 2_000;
export const taskStatuses = ['todo', 'in_progress', 'done'] as const;
/** Interval of the web app's heartbeats (specification 1, section 9). */
export const heartbeatSeconds = 60;
/** Users per presence request. */
export const presenceIdsMax = 100;
/** Validity of a session (decisions.md 2). */
export const sessionDays = 30;
/** Open sessions per account; a further one ends the oldest. */
export const sessionsMax = 100;
/** Maximum retention of a silence or suspension after its account is deleted. */
export const retainedSanctionDays = 365;
/** The sign-in history: its length in days and its page size. */
export const signInDays = 90;
export const signInsShown = 50;
/** Recovery codes per account, each for one use. */
export const recoveryCodeCount = 10;
export const passkeysMax = 10;
export const passkeyNameMax = 60;
/** Time after signing in during which an account without a password may change its protection. */
export const recentSignInMinutes = 15;
/** Minimum interval between two mails of one kind to one address (decisions.md 2). */
export const mailIntervalSeconds = 60;
/** Period in which a change of address can be undone. */
export const emailUndoDays = 7;
/** Retention of contact messages. */
export const contactDays = 2 * 365;
/** Data exports: hours until a copy expires, and copies per day. */
export const dataExportHours = 48;
export const dataExportsADay = 3;
/** Credentials at a mail server. */
export const smtpUserMax = 320;
export const smtpPasswordMax = 500;
/** An ad's snippet, in characters (decisions.md 2). */
export const adScriptMax = 20_000;
export const adIdMax = 100;
/** Specification 1, section 9: duration of an ad. */
export const adShownSeconds = 12;
export const adShowsMax = 100;
export const adIntervalMaxSeconds = 86_400;

/** Blocks per user. */
export const blocksMax = 1_000;
/** Mutes per user of each kind: people, tags, words and tribes. */
export const mutesMax = 200;
/** Followed tags and followed places per user, each. */
export const followedLabelsMax = 500;
/** Dismissed suggestions per user; a further one replaces the oldest. */
export const dismissedSuggestionsMax = 500;
/** Characters of an entered tag or place, before it is normalised. */
export const followedLabelTypedMax = 200;
export const mutedWordMax = 60;
/** Closed sets stored in the database. */
export const appealOutcomes = ['upheld', 'lifted'] as const;
export const dataExportStates = ['waiting', 'working', 'ready', 'failed'] as const;
