import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { type AppError, defineErrors } from '@tribus/kit/core/errors.ts';
import { integer } from '@tribus/kit/core/settings.ts';
import { countLinks, newAccountDayLimits, newAccountLimits } from './limits.ts';
import { openingTime } from './opening-time.ts';

/** Setting of the services that limit new accounts. */
export const newAccountHours = integer('NEW_ACCOUNT_HOURS', {
  about: 'Hours that an account counts as new: it has limits, and its reports hide nothing. 0: never.',
  default: 24,
  max: 8_760,
});

const errors = defineErrors({
  new_account_links: {
    status: 403,
    es: 'Tu cuenta es nueva: por ahora puedes poner hasta {most} enlaces. Quita alguno, confirma tu correo o espera {wait} h.',
    en: 'Your account is new: for now you can add up to {most} links. Remove some, confirm your email or wait {wait} h.',
    zh: '你的账号是新账号：目前最多可添加 {most} 个链接。请删除一些、验证邮箱，或等待 {wait} 小时。',
  },
  new_account_messages: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes enviar {most} mensajes por hora. Confirma tu correo o espera {wait} min.',
    en: 'Your account is new: for now you can send {most} messages an hour. Confirm your email or wait {wait} min.',
    zh: '你的账号是新账号：目前每小时最多可发送 {most} 条消息。请验证邮箱，或等待 {wait} 分钟。',
  },
  new_account_posts: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes publicar {most} veces por hora. Confirma tu correo o espera {wait} min.',
    en: 'Your account is new: for now you can post {most} times an hour. Confirm your email or wait {wait} min.',
    zh: '你的账号是新账号：目前每小时最多可发布 {most} 篇帖子。请验证邮箱，或等待 {wait} 分钟。',
  },
  new_account_comments: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes escribir {most} comentarios por hora. Confirma tu correo o espera {wait} min.',
    en: 'Your account is new: for now you can write {most} comments an hour. Confirm your email or wait {wait} min.',
    zh: '你的账号是新账号：目前每小时最多可发表 {most} 条评论。请验证邮箱，或等待 {wait} 分钟。',
  },
  new_account_posts_per_day: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes publicar {most} veces al día. Confirma tu correo o espera {wait} h.',
    en: 'Your account is new: for now you can post {most} times a day. Confirm your email or wait {wait} h.',
    zh: '你的账号是新账号：目前每天最多可发布 {most} 篇帖子。请验证邮箱，或等待 {wait} 小时。',
  },
  new_account_comments_per_day: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes escribir {most} comentarios al día. Confirma tu correo o espera {wait} h.',
    en: 'Your account is new: for now you can write {most} comments a day. Confirm your email or wait {wait} h.',
    zh: '你的账号是新账号：目前每天最多可发表 {most} 条评论。请验证邮箱，或等待 {wait} 小时。',
  },
  new_account_joins: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes entrar en {most} tribus por hora. Confirma tu correo o espera {wait} min.',
    en: 'Your account is new: for now you can join {most} tribes an hour. Confirm your email or wait {wait} min.',
    zh: '你的账号是新账号：目前每小时最多可加入 {most} 个部落。请验证邮箱，或等待 {wait} 分钟。',
  },
  new_account_uploads: {
    status: 429,
    es: 'Tu cuenta es nueva: por ahora puedes subir {most} archivos por hora. Confirma tu correo o espera {wait} min.',
    en: 'Your account is new: for now you can upload {most} files an hour. Confirm your email or wait {wait} min.',
    zh: '你的账号是新账号：目前每小时最多可上传 {most} 个文件。请验证邮箱，或等待 {wait} 分钟。',
  },
});

/** Whether the limits of new accounts apply to the actor; admins, agents and verified addresses are exempt. */
export const isLimited = ({ limitedUntil }: Pick<Actor, 'limitedUntil'>, now: Date): boolean =>
  limitedUntil > now.getTime();

/** The clock hour in which messages, posts, comments and joins are counted. */
export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / hourMs) * hourMs);

/** The end of that hour. */
export const nextHour = (now: Date): Date => new Date(hourOf(now).getTime() + hourMs);

/**
 * The error of a new account at a limit: 429 until `roomAt`, or 403 for links, which stay limited until the account is
 * no longer new. `Retry-After` and the detail `opensAt` (ISO 8601) contain the time.
 */
export function limitReached(
  what: keyof typeof newAccountLimits,
  { limitedUntil }: Pick<Actor, 'limitedUntil'>,
  now: Date,
  roomAt = nextHour(now),
): AppError {
  const opensAt = what === 'links' ? limitedUntil : Math.min(limitedUntil, roomAt.getTime());
  const { waitMs, options } = openingTime(new Date(opensAt), now);
  const wait = Math.ceil(waitMs / (what === 'links' ? hourMs : minuteMs));
  return errors.fail(`new_account_${what}`, { most: newAccountLimits[what], wait }, options);
}

/** The error of a new account at a limit of the day: 429 until `roomAt`, like `limitReached`. */
export function dayLimitReached(
  what: keyof typeof newAccountDayLimits,
  { limitedUntil }: Pick<Actor, 'limitedUntil'>,
  now: Date,
  roomAt: Date,
): AppError {
  const { waitMs, options } = openingTime(new Date(Math.min(limitedUntil, roomAt.getTime())), now);
  const wait = Math.ceil(waitMs / hourMs);
  return errors.fail(`new_account_${what}_per_day`, { most: newAccountDayLimits[what], wait }, options);
}

/** Throws 403 `new_account_links` when a text of a new account exceeds the limit of links. */
export function requireFewLinks(actor: Actor, text: string, now: Date): void {
  if (isLimited(actor, now) && countLinks(text) > newAccountLimits.links) throw limitReached('links', actor, now);
}
