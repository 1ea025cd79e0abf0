/** Specification 2, sections 5 and 9. */
export const captionMax = 2_200;
export const storyCaptionMax = 200;
export const imagesMax = 6;
export const videosMax = 3;
/** External video links of a post; a clip has at most one. */
export const videoUrlsMax = 5;
/** Characters of the address of a video link. */
export const videoUrlLengthMax = 2_048;
/** The sites whose videos are played within a post (docs/decisions/0042). */
export const videoSites = ['youtube', 'vimeo', 'tiktok', 'instagram', 'twitch', 'dailymotion'] as const;
/** Characters of the alternative text of a picture. */
export const altMax = 2_000;
export const editWindowHours = 8;
/** The first text of a post and the newest ones before its edits that are kept, and the page size. */
export const postVersionsMax = 50;
export const versionsPageSize = 20;
export const feedPageSize = 10;
/** Posts of hominini counted for its public page; beyond it the count is this number. */
export const openPostsCountedMax = 100_000;
/** Posts examined for one page of a viewer with muted words; a page may be shorter when too many are muted. */
export const mutedWordsScanMax = 300;
/** Maximum number of pinned posts in the feed of a tribe. */
export const pinsPerTribe = 3;
/** Hours between two announcements in one tribe. */
export const announcementHours = 24;

/** Search: its types (decisions.md 4), items of a page, and people, tags and places before posts. */
export const searchTypes = ['top', 'accounts', 'tags', 'audio', 'places', 'posts'] as const;
export const searchPageSize = 20;
export const topLabels = 3;

/** Posts with a tag or of a place that are counted. */
export const labelPostsMax = 1_000;

/** Suggested people and tags (docs/decisions/0044), and the tags named in a reason. */
export const suggestedPeople = 8;
export const suggestedTags = 10;
/** Those sent, of which the last ones take the room of dismissed ones. */
export const sentPeople = 16;
export const sentTags = 20;
export const reasonTags = 3;
/**
 * The posts from which they are chosen: of these days, the newest ones of each tribe, and of all; of one author and day
 * only the newest few, among those that are read.
 */
export const recentDays = 30;
export const recentPostsRead = 400;
export const recentPostsPerAuthor = 5;
export const recentPostsPerTribe = 200;
export const recentPostsMax = 1_000;
/** People examined for suggestions, the most suitable first. */
export const suggestionCandidates = 50;
/** The newest followers who are not followed back, read for these. */
export const suggestionFollowers = 200;

export const commentsPageSize = 20;
export const activityLimit = 30;
export const collapsedWords = 4;
/** Why a post is in the list of the home page: a followed person, tag or place, or only its tribe. */
export const homeReasons = ['person', 'tag', 'place', 'tribe'] as const;
/** Characters of a comment (decisions.md 4). */
export const commentMax = 2_000;
export const postTagsMax = 20;
export const placeMax = 100;
/** The caption of a picture in the media of a tribe, and the page size. */
export const mediaCaptionMax = 300;
export const mediaPageSize = 24;
/** Neighbours on each side, by their captions, that are stored with a reported picture. */
export const mediaAround = 2;
/** The first comments on a reported post, or replies to a reported comment, that are stored with it. */
export const commentsAround = 5;
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
/** The moods offered when creating a vibe: all but one. */
export const offeredMoods = moods.filter((mood) => mood !== 'featured');
/** The landing page; lengths in characters. */
export const landingHeroMax = { title: 80, subtitle: 120, description: 400 } as const;
export const landingItemMax = { title: 80, description: 200, gradient: 200 } as const;
export const landingItemsMax = 12;
/** The colours of a slide, displayed behind or instead of its file. */
export const landingGradients = ['ember', 'dusk', 'forest', 'sea', 'night', 'clay'] as const;
/** An unused uploaded file is deleted after this time: before the lease in media ends, which is a day. */
export const landingDraftHours = 20;
/** Insight: its periods in days, the number of weekly cohorts, and the users per cohort. */
export const insightDays = ['7', '28', '90', '365'] as const;
export const insightWeeks = 8;
export const insightPeoplePerWeek = 500;
/** Number of the best posts, and characters of each. */
export const insightPosts = 10;
export const insightExcerpt = 140;

/** Days of the post statistics at most, and by default. */
export const postStatsDays = 366;
export const postStatsDefaultDays = 28;
/** Tribes or tags in the post statistics; more than the days of the longest period. */
export const postStatsGroups = 400;
/** Active days are kept for two years, because a year is compared with the year before it. */
export const activeDaysRetention = 2 * 365;
/** Maximum number of users per ListNotifiable request; each may have muted 200 words. */
export const notifiableMax = 50;
/** Maximum number of users per CountWaitingCases request. */
export const countedUsersMax = 200;
/** Reports (specification 2, section 9; decisions.md 4). */
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
/** Characters of a moderator's message or note. */
export const caseTextMax = 1_000;
export const caseNotesMax = 50;
/** The appeal period; a removed object is deleted afterwards. */
export const appealDays = 14;
export const appealTextMax = 1_000;
/**
 * For this time an appeal is reserved for another moderator than the one who made the decision; then any may decide it,
 * because a tribe may have no other.
 */
export const appealForOthersHours = 72;
/** After this time another moderator may take over a case without confirming. */
export const assignmentMinutes = 30;
/** Waiting time after which a case is marked, in hours. */
export const caseDueHours = { soon: 24, late: 72 } as const;
/** The texts of a case are kept for this time after it is closed (docs/decisions/0018). */
export const caseTextDays = 30;
/** The number of reports of a user and day is kept for this time. */
export const reportDaysRetention = 30;
/**
 * When reports hide a post or a comment until a moderator reviews it: enough weight from enough people. Reports of new
 * accounts weigh nothing, so a brigade of new accounts cannot hide content.
 */
export const reportWeights = {
  threshold: 30,
  reportersMin: 3,
  /** By the reporter's level in the tribe, from 0 (no member) on; the last value is for all levels above. */
  byLevel: [3, 10, 11, 12, 14, 16],
  /**
   * For content of the tribe's moderators: it needs more weight, and reports by members below this level weigh nothing,
   * so that a few accounts of the first level cannot silence their moderators.
   */
  ofModerators: { threshold: 60, fromLevel: 2 },
  /** Outcomes of earlier reports count from this number of decided reports on. */
  outcomesMin: 3,
  /** In percent of the weight, by the share of upheld reports. */
  byOutcomes: { mostlyUpheld: 150, mixed: 100, mostlyDismissed: 40, neverUpheld: 0 },
} as const;
/** Enumerations stored in the database. */
export const landingTypes = ['image', 'video'] as const;
/** `closed` without a decision: the object was deleted with the account of its author. */
export const reportOutcomes = ['open', 'upheld', 'dismissed', 'closed'] as const;
export const caseStatuses = ['open', 'appealed', 'decided', 'closed'] as const;
/**
 * Maximum number of edited texts in a case, besides the text as first reported: of the last edits; of the last reported
 * ones, and as many decided about; and of the last ones read by moderators, who may still decide about those.
 */
export const caseEditsMax = 10;
export const caseEditsOfReportsMax = 50;
export const caseEditsReadMax = 10;
/** Kinds of content next to a reported object. */
export const surroundingKinds = ['post', 'comment', 'message', 'tribe_media'] as const;
/** Changes of a surrounding item after the report. */
export const surroundingChanges = ['edited', 'deleted'] as const;
export type SurroundingChange = (typeof surroundingChanges)[number];
