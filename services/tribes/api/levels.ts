import { TribeId } from '@tribus/community/ids.ts';
import { Id } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  answerMax,
  challengeTitleMax,
  challengeTypes,
  choiceMax,
  choicesMax,
  choicesMin,
  defaultMaxScore,
  defaultMinScore,
  defaultRewardPoints,
  levelDescriptionMax,
  levelNameMax,
  levelsMax,
  maxScoreMax,
  promptMax,
  questionMax,
  questionsMax,
  rewardPointsMax,
} from '../limits.ts';
import { MyMembership } from './my-membership.ts';
import { ChallengeState, Submission, Uuid } from './submissions.ts';

/** Levels and their challenges (specification 2, sections 3, 5 and 7; decisions.md 3). */

export const LevelParams = z.object({ tribeId: TribeId, levelId: Uuid });
export const ChallengeParams = z.object({ tribeId: TribeId, challengeId: Uuid });

const ChallengeType = z.enum(challengeTypes).meta({ id: 'ChallengeType' });

const Answers = z.array(z.int().min(0).max(answerMax)).max(questionsMax);

const Question = z
  .object({ prompt: z.string(), choices: z.array(z.string()) })
  .meta({ id: 'QuizQuestion', description: 'The answer is the index of a choice' });

/** A challenge; only moderators of the tribe receive its answers (decisions.md 3). */
export const Challenge = z
  .object({
    id: z.string(),
    type: ChallengeType,
    title: z.string(),
    prompt: z.string(),
    maxScore: z.int(),
    data: z
      .object({ questions: z.array(Question) })
      .nullable()
      .meta({ description: 'Questions of a quiz, unless its prompt contains them' }),
    answersCount: z.int().meta({ description: 'The number of answers of a quiz; 0 for a manual challenge' }),
    answerKey: z.object({ answers: Answers }).optional().meta({ description: 'For moderators only' }),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.output<typeof Challenge>;

export const Level = z
  .object({
    id: z.string(),
    order: z.int(),
    name: z.string(),
    description: z.string(),
    minScore: z.int().meta({ description: 'Percent' }),
    rewardPoints: z.int().meta({ description: 'Per approved challenge' }),
    challenges: z.array(Challenge),
  })
  .meta({ id: 'Level' });
export type Level = z.output<typeof Level>;

/**
 * GET tribes/{id}/config: the levels in order. Levels up to `reached`, the highest that a member other than the owner
 * has reached or a post has required, cannot be moved: the name and the permissions of a member's level must not
 * change.
 */
export const TribeConfig = z
  .object({ levels: z.array(Level), reached: z.int().meta({ description: 'At least 1' }) })
  .meta({ id: 'TribeConfig' });
export type TribeConfig = z.output<typeof TribeConfig>;

const NamedLevel = z.object({ tribeId: z.int(), order: z.int(), name: z.string() }).meta({ id: 'NamedLevel' });

/** GET tribes/@me/levels: of each tribe in which the viewer is an active member, their level and the next one. */
export const OwnLevels = z.object({ items: z.array(NamedLevel) });
export type OwnLevels = z.output<typeof OwnLevels>;

const LevelFields = {
  name: line('level_name_required').min(1, 'level_name_required').max(levelNameMax, 'level_name_length'),
  description: lines().trim().max(levelDescriptionMax, 'level_description_length'),
  minScore: z.int().min(0).max(100),
  rewardPoints: z.int().min(0).max(rewardPointsMax),
};

/**
 * POST tribes/{id}/levels: without `order` the new level is the last; otherwise the levels from there on move up by
 * one.
 */
export const NewLevel = z.object({
  order: z.int().min(1).max(levelsMax).optional(),
  name: LevelFields.name,
  description: LevelFields.description.default(''),
  minScore: LevelFields.minScore.default(defaultMinScore),
  rewardPoints: LevelFields.rewardPoints.default(defaultRewardPoints),
});
export type NewLevel = z.output<typeof NewLevel>;

/** PUT tribes/{id}/levels/{levelId}: absent fields stay unchanged. */
export const LevelChange = z.object({
  name: LevelFields.name.optional(),
  description: LevelFields.description.optional(),
  minScore: LevelFields.minScore.optional(),
  rewardPoints: LevelFields.rewardPoints.optional(),
});
export type LevelChange = z.output<typeof LevelChange>;

/** PUT …/order: all ids, in their new order. */
export const NewOrder = z.object({ ids: z.array(Id).max(100) });
export type NewOrder = z.output<typeof NewOrder>;

const Title = line('challenge_title_required')
  .min(1, 'challenge_title_required')
  .max(challengeTitleMax, 'challenge_title_length');
const Prompt = lines().trim().max(promptMax, 'prompt_length');
const MaxScore = z.int().min(1).max(maxScoreMax);

const NewQuestion = z.object({
  prompt: lines('question_empty').trim().min(1, 'question_empty').max(questionMax, 'question_empty'),
  choices: z
    .array(line('choice_empty').min(1, 'choice_empty').max(choiceMax, 'choice_empty'))
    .min(choicesMin, 'choices_count')
    .max(choicesMax, 'choices_count')
    .superRefine((choices, { addIssue }) => {
      const repeated = choices.findIndex((choice, at) => choices.indexOf(choice) < at);
      if (repeated >= 0) addIssue({ code: 'custom', path: [repeated], message: 'choice_repeated' });
    }),
});
const NewData = z.object({ questions: z.array(NewQuestion).max(questionsMax, 'questions_count') });

const answer = z.int('answer_range').min(0, 'answer_range').max(answerMax, 'answer_range');

/** Anything without a number is the error named by the specification (section 5). */
const NewKey = z.object(
  {
    answers: z.preprocess(
      (sent, { addIssue }) => {
        const hasNumber = Array.isArray(sent) && sent.some((each) => typeof each === 'number');
        if (!hasNumber) addIssue('answer_key_required');
        return sent;
      },
      z.array(answer).max(questionsMax, 'questions_count'),
    ),
  },
  { error: 'answer_key_required' },
);

/**
 * POST tribes/{id}/levels/{levelId}/challenges. The key of a quiz contains one number per question: the index of the
 * right choice in `data.questions`; without `data.questions`, the number asked for by the prompt.
 */
export const NewChallenge = z.object({
  type: ChallengeType,
  title: Title,
  prompt: Prompt.default(''),
  answerKey: NewKey.nullish(),
  maxScore: MaxScore.default(defaultMaxScore),
  data: NewData.nullish(),
});
export type NewChallenge = z.output<typeof NewChallenge>;

/** PUT tribes/{id}/challenges/{challengeId}: absent fields stay unchanged; the type is immutable. */
export const ChallengeChange = z.object({
  title: Title.optional(),
  prompt: Prompt.optional(),
  answerKey: NewKey.nullish(),
  maxScore: MaxScore.optional(),
  data: NewData.nullish(),
});
export type ChallengeChange = z.output<typeof ChallengeChange>;

/** The requirements of a level, and the viewer's progress in it. */
const NextLevel = z
  .object({
    order: z.int(),
    name: z.string(),
    required: z
      .int()
      .meta({ description: 'The number of its challenges; at 0 the level cannot be reached by challenges' }),
    passed: z.int(),
  })
  .meta({ id: 'NextLevel' });

/** GET tribes/{id}/progress: the viewer's membership, state of each challenge, and newest submissions. */
export const Progress = z
  .object({
    member: MyMembership,
    next: NextLevel.nullable().meta({ description: 'Null at the highest level' }),
    challenges: z.array(ChallengeState).meta({ description: 'Challenges with a submission by the viewer' }),
    lastSubs: z.array(Submission),
  })
  .meta({ id: 'Progress' });
export type Progress = z.output<typeof Progress>;
