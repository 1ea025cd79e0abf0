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
/** Those of them who are online. */
export const shownOnline = 8;
/** Specification 2, section 9. */
export const defaultMinScore = 70;
export const defaultRewardPoints = 10;
/** Specification 2, section 3: the levels of a new tribe, in order. */
export const levelNames = ['Principiante', 'Junior', 'Senior', 'Master', 'Guru'] as const;
export const defaultMaxScore = 100;
/** Of levels and challenges: how many there may be, and how long their texts. */
export const levelsMax = 10;
export const challengesPerLevel = 20;
export const levelNameMax = 40;
export const levelDescriptionMax = 500;
export const rewardPointsMax = 100;
export const maxScoreMax = 1_000;
export const challengeTitleMax = 100;
export const promptMax = 4_000;
/** Of a quiz: its questions, the choices of each, and the largest number that an answer may be. */
export const questionsMax = 30;
export const questionMax = 300;
export const choicesMin = 2;
export const choicesMax = 8;
export const choiceMax = 200;
export const answerMax = 99;
/** Of what is submitted, and of what a reviewer says about it. */
export const submissionTextMax = 4_000;
export const hintMax = 500;
export const reviewNoteMax = 500;
/** A picture, a PDF or a text. */
export const submissionFileMaxMb = 15;
export const fileNameMax = 100;
/** Decisions, section 3. */
export const quizPauseMs = 60_000;
/** How long a decision may be taken back. */
export const reopenMs = 24 * 60 * 60 * 1000;
/** The newest of the caller's own that `progress` holds. */
export const lastSubmissions = 20;
/** Rules of a tribe, and the characters of one. */
export const tribeRulesMax = 10;
export const tribeRuleMax = 200;
/** Questions to those who join, and the characters of a question and of an answer. */
export const tribeQuestionsMax = 5;
export const tribeQuestionMax = 200;
export const joinAnswerMax = 1_000;
/** Days after which somebody who was rejected may ask again. */
export const askAgainDays = 7;
/** People who were never members of a tribe and are banned from it within 24 hours. */
export const strangerBansPerDay = 20;
/** Characters of the reason of a ban or a restriction, and of a note about a request. */
export const reasonMax = 500;
export const noteMax = 1_000;
/** Notes about one request. */
export const notesMax = 50;
/** Days after which a restriction or an invitation ends at the latest. */
export const endDaysMax = 365;
/** Invitations of a tribe that let people in at the same time. */
export const openInvitesMax = 50;
export const inviteUsesMax = 10_000;
/** Requests to join, or submissions, of a tribe that are counted while they wait: this many mean as many or more. */
export const waitingCountedMax = 1_000;
/** Requests answered at once. */
export const resolvedAtOnceMax = 100;
/** Closed sets of which the database keeps a value. */
export const challengeTypes = ['quiz', 'manual'] as const;
export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
/** What may be submitted beside pictures. */
export const documentTypes = ['application/pdf', 'text/plain'] as const;
