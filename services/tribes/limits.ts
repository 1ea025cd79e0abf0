/** The first id of the tribes that people create (decisions, section 1). */
export const firstTribeId = 100;
/** Decisions, section 3. */
export const tribeNameMin = 2;
export const tribeNameMax = 60;
export const tribeDescriptionMax = 500;
export const tribeTagsMax = 10;
/** Specification 2, section 9. */
export const tribeTagMin = 1;
export const tribeTagMax = 24;
/** Megabytes of a banner (decisions, section 1). */
export const bannerMaxMb = 15;
export const tribesPerUser = 3;
export const directoryPageSize = 12;
export const tagsOnCard = 6;
export const tagsOnHero = 8;
/** Owner and officers first; the tribe's own answer names no more of them. */
export const shownMembers = 20;
/** Specification 2, section 9. */
export const defaultMinScore = 70;
export const defaultRewardPoints = 10;
/** Specification 2, section 3: the levels of a new tribe, in order. */
export const levelNames = ['Principiante', 'Junior', 'Senior', 'Master', 'Guru'] as const;
