import { defineErrors } from '@tribus/kit/core/errors.ts';
import {
  answerMax,
  challengesPerLevel,
  challengeTitleMax,
  choicesMax,
  choicesMin,
  hintMax,
  levelDescriptionMax,
  levelNameMax,
  levelsMax,
  promptMax,
  questionsMax,
  reviewNoteMax,
  submissionTextMax,
} from '../limits.ts';

const tooLong = (max: number, es: string, en: string, zh: string) => ({
  status: 400 as const,
  es: `${es} puede tener como máximo ${max} caracteres.`,
  en: `${en} can have at most ${max} characters.`,
  zh: `${zh}最多 ${max} 个字符。`,
});

/** Errors of levels and challenges. */
const levels = defineErrors({
  level_name_required: {
    status: 400,
    es: 'El nivel necesita un nombre.',
    en: 'The level needs a name.',
    zh: '请填写等级名称。',
  },
  level_name_length: tooLong(levelNameMax, 'El nombre del nivel', 'The name of the level', '等级名称'),
  level_description_length: tooLong(
    levelDescriptionMax,
    'La descripción del nivel',
    'The description of the level',
    '等级描述',
  ),
  level_limit: {
    status: 409,
    es: `Una tribu puede tener como máximo ${levelsMax} niveles.`,
    en: `A tribe can have at most ${levelsMax} levels.`,
    zh: `一个部落最多 ${levelsMax} 个等级。`,
  },
  level_reached: {
    status: 409,
    es: 'Ya hay quien ha llegado a este nivel, o publicaciones que lo piden: no se puede mover ni borrar.',
    en: 'Someone has reached this level, or posts require it, so it cannot be moved or deleted.',
    zh: '已有成员达到该等级，或已有帖子要求该等级，无法移动或删除。',
  },
  order_outdated: {
    status: 409,
    es: 'La lista ha cambiado entretanto. Vuelve a ordenarla.',
    en: 'The list has changed in the meantime. Please sort it again.',
    zh: '列表已发生变化，请重新排序。',
  },
  challenge_title_required: {
    status: 400,
    es: 'El reto necesita un título.',
    en: 'The challenge needs a title.',
    zh: '请填写挑战标题。',
  },
  challenge_title_length: tooLong(challengeTitleMax, 'El título del reto', 'The title of the challenge', '挑战标题'),
  prompt_length: tooLong(promptMax, 'El enunciado', 'The task', '题目说明'),
  challenge_limit: {
    status: 409,
    es: `Un nivel puede tener como máximo ${challengesPerLevel} retos.`,
    en: `A level can have at most ${challengesPerLevel} challenges.`,
    zh: `一个等级最多 ${challengesPerLevel} 个挑战。`,
  },
  // The sentence of the specification, identical in all languages but Chinese.
  answer_key_required: {
    status: 400,
    es: 'CSV must contain numbers',
    en: 'CSV must contain numbers',
    zh: 'CSV 必须包含数字',
  },
  answer_range: {
    status: 400,
    es: `Cada respuesta correcta es un número entero de 0 a ${answerMax}.`,
    en: `Each right answer is a whole number from 0 to ${answerMax}.`,
    zh: `每个正确答案须为 0 到 ${answerMax} 之间的整数。`,
  },
  questions_count: {
    status: 400,
    es: `Un cuestionario tiene como máximo ${questionsMax} preguntas, con una respuesta correcta cada una.`,
    en: `A quiz has at most ${questionsMax} questions, with one right answer each.`,
    zh: `一份测验最多 ${questionsMax} 道题，每题一个正确答案。`,
  },
  answer_key_mismatch: {
    status: 400,
    es: 'Cada pregunta necesita una respuesta correcta entre sus opciones.',
    en: 'Each question needs one right answer among its choices.',
    zh: '每道题都需要在选项中有一个正确答案。',
  },
  question_empty: {
    status: 400,
    es: 'Escribe cada pregunta, de 1 a 300 caracteres.',
    en: 'Write each question, 1 to 300 characters.',
    zh: '请填写每道题（1 到 300 个字符）。',
  },
  choice_empty: {
    status: 400,
    es: 'Escribe cada opción, de 1 a 200 caracteres.',
    en: 'Write each choice, 1 to 200 characters.',
    zh: '请填写每个选项（1 到 200 个字符）。',
  },
  choice_repeated: {
    status: 400,
    es: 'Cada opción de una pregunta debe ser distinta.',
    en: 'The choices of a question must differ.',
    zh: '同一道题的选项不能重复。',
  },
  choices_count: {
    status: 400,
    es: `Cada pregunta tiene de ${choicesMin} a ${choicesMax} opciones.`,
    en: `Each question has ${choicesMin} to ${choicesMax} choices.`,
    zh: `每道题有 ${choicesMin} 到 ${choicesMax} 个选项。`,
  },
});

/** Errors of submissions and their review. */
const submissions = defineErrors({
  level_not_open: {
    status: 403,
    es: 'Este reto se abre cuando llegues al nivel anterior.',
    en: 'This challenge opens when you reach the previous level.',
    zh: '达到上一等级后，此挑战才会开放。',
  },
  challenge_passed: {
    status: 409,
    es: 'Ya has superado este reto.',
    en: 'You have already passed this challenge.',
    zh: '你已通过该挑战。',
  },
  already_submitted: {
    status: 409,
    es: 'Ya enviaste una respuesta que espera revisión.',
    en: 'You already have an answer waiting for review.',
    zh: '你已有一份答案正在等待审核。',
  },
  answers_count: {
    status: 400,
    es: 'Responde todas las preguntas',
    en: 'Answer every question',
    zh: '请回答所有问题',
  },
  quiz_pause: {
    status: 429,
    es: 'Puedes intentarlo una vez por minuto. Espera {seconds} s.',
    en: 'You can try once a minute. Please wait {seconds} s.',
    zh: '每分钟只能尝试一次，请等待 {seconds} 秒。',
  },
  submission_empty: {
    status: 400,
    es: 'Escribe tu respuesta o adjunta un archivo.',
    en: 'Write your answer or attach a file.',
    zh: '请填写答案或附上文件。',
  },
  submission_length: tooLong(submissionTextMax, 'La respuesta', 'The answer', '答案'),
  hint_length: tooLong(hintMax, 'La pista', 'The hint', '提示'),
  submission_wrong_type: {
    status: 400,
    es: 'Este reto se responde de otra manera.',
    en: 'This challenge takes a different kind of answer.',
    zh: '该挑战需要用其他方式作答。',
  },
  own_submission: {
    status: 403,
    es: 'Tu propia respuesta la revisa otra persona.',
    en: 'Someone else has to review your own answer.',
    zh: '你自己的答案须由他人审核。',
  },
  already_reviewed: {
    status: 409,
    es: 'Esta respuesta ya está revisada.',
    en: 'This answer has already been reviewed.',
    zh: '该答案已审核。',
  },
  score_too_high: {
    status: 400,
    es: 'La puntuación va de 0 a {max}.',
    en: 'The score is between 0 and {max}.',
    zh: '分数须在 0 到 {max} 之间。',
  },
  review_note_length: tooLong(reviewNoteMax, 'El comentario', 'The comment', '评语'),
  not_reopenable: {
    status: 409,
    es: 'Lo que se corrige solo no se vuelve a abrir.',
    en: 'Answers that are marked automatically cannot be reopened.',
    zh: '自动评分的答案无法重新打开。',
  },
  reopen_too_late: {
    status: 409,
    es: 'Una decisión se puede reabrir durante un día.',
    en: 'A decision can only be reopened within a day.',
    zh: '审核结果只能在一天内重新打开。',
  },
  newer_submission: {
    status: 409,
    es: 'Ya hay una respuesta más reciente a este reto.',
    en: 'There is a newer answer to this challenge.',
    zh: '该挑战已有更新的答案。',
  },
});

export const levelErrors = defineErrors({ ...levels.catalogue, ...submissions.catalogue });
