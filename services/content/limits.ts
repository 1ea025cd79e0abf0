/** Specification 2, sections 5 and 9. */
export const captionMax = 2_200;
export const storyCaptionMax = 200;
export const imagesMax = 6;
export const videosMax = 3;
export const videoUrlsMax = 5;
export const editWindowHours = 8;
export const feedPageSize = 10;
export const commentsPageSize = 20;
export const activityLimit = 30;
export const collapsedWords = 4;
/** Decisions, section 4. */
export const commentMax = 2_000;
export const postTagsMax = 20;
export const tagMax = 60;
export const placeMax = 100;
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
