/** Characters of a tribe's name (decisions.md 3). */
export const tribeNameMin = 2;
export const tribeNameMax = 60;
export const tribeDescriptionMax = 500;
export const tribeTagsMax = 10;
/** Specification 2, section 9. */
export const tribeTagMin = 1;
export const tribeTagMax = 24;
/** Megabytes of a banner (decisions.md 1). */
export const bannerMaxMb = 15;
export const tribesPerUser = 3;
export const directoryPageSize = 12;
export const tagsOnCard = 6;
export const tagsOnHero = 8;
/** Owner and officers first; GET tribes/{id} lists at most this many members. */
export const shownMembers = 20;
/** Online members listed on a tribe's page. */
export const shownOnline = 8;
/** Specification 2, section 9. */
export const defaultMinScore = 70;
export const defaultRewardPoints = 10;
/** Specification 2, section 3: the levels of a new tribe, in order. */
export const levelNames = ['Principiante', 'Junior', 'Senior', 'Master', 'Guru'] as const;
export const defaultMaxScore = 100;
/** Limits of levels and challenges, and of their texts. */
export const levelsMax = 10;
export const challengesPerLevel = 20;
export const levelNameMax = 40;
export const levelDescriptionMax = 500;
export const rewardPointsMax = 100;
export const maxScoreMax = 1_000;
export const challengeTitleMax = 100;
export const promptMax = 4_000;
/** Limits of a quiz: questions, choices per question, and the largest number of an answer. */
export const questionsMax = 30;
export const questionMax = 300;
export const choicesMin = 2;
export const choicesMax = 8;
export const choiceMax = 200;
export const answerMax = 99;
/** Limits of a submission, and of the reviewer's note about it. */
export const submissionTextMax = 4_000;
export const hintMax = 500;
export const reviewNoteMax = 500;
/** Megabytes of a submitted picture, PDF or text file. */
export const submissionFileMaxMb = 15;
export const fileNameMax = 100;
/** Pause after a failed attempt at a quiz (decisions.md 3). */
export const quizPauseMs = 60_000;
/** Period in which a decision can be reopened. */
export const reopenMs = 24 * 60 * 60 * 1000;
/** The viewer's newest submissions, returned by `progress`. */
export const lastSubmissions = 20;
/** Rules of a tribe, and the characters of one. */
export const tribeRulesMax = 10;
export const tribeRuleMax = 200;
/** Questions to new members, and the characters of a question and of an answer. */
export const tribeQuestionsMax = 5;
export const tribeQuestionMax = 200;
export const joinAnswerMax = 1_000;
/** Days after which a rejected user may request again. */
export const askAgainDays = 7;
/** Bans per 24 hours of people who were never members of the tribe. */
export const nonMemberBansPerDay = 20;
/** Characters of the reason of a ban or a restriction, and of a note about a request. */
export const reasonMax = 500;
/** Characters of the reason of a ban for a case: those of its moderator's message to the author. */
export const caseReasonMax = 1_000;
export const noteMax = 1_000;
/** Notes about one request. */
export const notesMax = 50;
/** Maximum duration of a restriction or an invitation, in days. */
export const endDaysMax = 365;
/** Open invitations of a tribe at the same time. */
export const openInvitesMax = 50;
export const inviteUsesMax = 10_000;
/** Upper bound when counting pending requests or submissions of a tribe: this value means as many or more. */
export const waitingCountedMax = 1_000;
/** Maximum number of users per CountWaitingSubmissions request. */
export const countedUsersMax = 200;
/** Requests resolved by one call. */
export const resolvedAtOnceMax = 100;
/** Closed sets of values, also stored in the database. */
export const challengeTypes = ['quiz', 'manual'] as const;
export const submissionStatuses = ['pending', 'approved', 'rejected'] as const;
/** Content types of submitted files other than pictures. */
export const documentTypes = ['application/pdf', 'text/plain'] as const;
/** Suggested tribes, the days of their joins, and the tribes examined for each kind of reason (docs/decisions/0044). */
export const suggestedTribes = 6;
/** Those sent, of which the last ones take the room of dismissed ones. */
export const sentTribes = 12;
export const suggestionDays = 30;
export const suggestionCandidates = 40;
/** Tags named in a reason. */
export const suggestionTags = 3;
