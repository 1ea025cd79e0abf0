/** Specification 2, sections 5 and 9. */
export const captionMax = 2_200;
export const storyCaptionMax = 200;
export const imagesMax = 6;
export const videosMax = 3;
export const videoUrlsMax = 5;
export const editWindowHours = 8;
export const feedPageSize = 10;
/** So many posts are looked at for one page of somebody who muted words; with too many of these it has fewer than asked for. */
export const mutedWordsLookAt = 300;
/** Posts that stand first in the feed of a tribe. */
export const pinsPerTribe = 3;
/** Between two announcements in one tribe of which its members are told, in hours. */
export const announcementHours = 24;

export const commentsPageSize = 20;
export const activityLimit = 30;
export const collapsedWords = 4;
/** Decisions, section 4. */
export const commentMax = 2_000;
export const postTagsMax = 20;
export const tagMax = 60;
export const placeMax = 100;
/** What is said of a picture in the media of a tribe; how many a page of them has. */
export const mediaCaptionMax = 300;
export const mediaPageSize = 24;
/** So many of its neighbours on each side a reported picture is kept with, by their captions. */
export const mediaAround = 2;
/** The tag of every story. */
export const vibeTag = 'vibe';
/** A vibe's mood is the first of its tags among these (specification 2, section 3, Mood). */
export const moods = [
  'chill',
  'epic',
  'electronic',
  'ambient',
  'romantic',
  'horror',
  'world',
  'uplifting',
  'rock',
  'jazz',
  'country',
  'classical',
  'comedy',
  'fantasy',
  'featured',
  'misc',
] as const;
/** What the create flow offers: all but one. */
export const offeredMoods = moods.filter((mood) => mood !== 'featured');
/** The landing page; lengths in characters. */
export const landingHeroMax = { title: 80, subtitle: 120, description: 400 } as const;
export const landingItemMax = { title: 80, description: 200, gradient: 200 } as const;
export const landingItemsMax = 12;
/** The colours of a slide, behind its file or in its place. */
export const landingGradients = ['ember', 'dusk', 'forest', 'sea', 'night', 'clay'] as const;
/** An uploaded file that nothing shows is deleted after so long: before media would, which keeps it for a day. */
export const landingDraftHours = 20;
/** What is told of a tribe over time: for so many days, arrivals in so many weeks, of each so many people. */
export const insightDays = ['7', '28', '90', '365'] as const;
export const insightWeeks = 8;
export const insightPeoplePerWeek = 500;
/** How many of the best posts, and so many characters of each. */
export const insightPosts = 10;
export const insightExcerpt = 140;
/** Who was active on which day is kept as long as a year is compared with the year before it. */
export const activeDaysKept = 2 * 365;
/** About so many people it is asked at once whether they may be notified of a post; each may have muted 200 words. */
export const notifiableAtATime = 50;
/** Reports (specification 2, section 9; decisions, section 4). */
export const reportReasons = [
  'obsceno',
  'copyright',
  'spam',
  'harassment',
  'violence',
  'misinformation',
  'hate',
  'other',
] as const;
export const reportDescriptionMax = 500;
export const reportsPerDay = 20;
/** What moderators write. */
export const caseTextMax = 1_000;
export const caseNotesMax = 50;
/** How long the author may appeal; what was removed is deleted after it. */
export const appealDays = 14;
export const appealTextMax = 1_000;
/** So long an appeal is for somebody else than who decided first; then also theirs, so that nobody waits for ever. */
export const appealForOthersHours = 72;
/** After so many minutes another moderator may take a case over without asking. */
export const assignmentMinutes = 30;
/** How long a case may wait before it is marked, in hours. */
export const caseDueHours = { soon: 24, late: 72 } as const;
/** What was reported is kept as evidence for so long after its case is closed. */
export const evidenceDays = 30;
/**
 * When reports hide a post or a comment until a moderator has looked at it: enough weight from enough people. Who is new
 * weighs nothing, so a brigade of new accounts hides nothing.
 */
export const reportWeights = {
  threshold: 30,
  reportersMin: 3,
  /** By the reporter's level in the tribe, from 0 (no member) on; levels above have the last. */
  byLevel: [3, 10, 11, 12, 14, 16],
  /**
   * What those have posted who look after the tribe: it takes so much weight, and the reports of whoever is below this level
   * weigh nothing. A few accounts of the first level silence nobody who moderates them.
   */
  ofModerators: { threshold: 60, fromLevel: 2 },
  /** With so many reports decided, what became of them counts. */
  outcomesMin: 3,
  /** In percent of the weight, by how many of the reports were upheld. */
  byOutcomes: { mostlyUpheld: 150, mixed: 100, mostlyDismissed: 40, neverUpheld: 0 },
} as const;
/** Closed sets of which the database keeps a value. */
export const landingTypes = ['image', 'video'] as const;
export const reportOutcomes = ['open', 'upheld', 'dismissed'] as const;
export const caseStatuses = ['open', 'appealed', 'decided', 'closed'] as const;
/** What stands around something reported. */
export const surroundingKinds = ['post', 'comment', 'message', 'tribe_media'] as const;
