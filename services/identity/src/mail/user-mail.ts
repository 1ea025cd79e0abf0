import { type Language, languages } from '@tribus/kit/core/language.ts';
import type { JobDefinition } from '@tribus/kit/jobs/definition.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { IdentityTx } from '../store/store.ts';
import type { Account } from '../store/users.ts';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';

/** Payload of a job that mails a user: no secret, and none of the mail's content. */
export const UserMail = z.object({
  /** Id of the mail: all attempts have one Message-ID. */
  id: z.uuid(),
  userId: z.uuid(),
  /** Language of the mail. */
  language: z.enum(languages),
});
export type UserMail = z.output<typeof UserMail>;

/** Defines a job that mails a user. Retried for an hour and a half: the content is soon of no use. */
export const defineUserMail = (name: string): JobDefinition<UserMail> =>
  defineJob(name, { schema: UserMail, maxAttempts: 9 });

/** Mails a user once the transaction commits; no effect when no mail is configured. */
export async function enqueueUserMail(
  { ctx, mailer }: Pick<Deps, 'ctx' | 'mailer'>,
  tx: IdentityTx,
  definition: JobDefinition<UserMail>,
  { userId, language }: Omit<UserMail, 'id'>,
): Promise<void> {
  if (mailer.isOn) await tx.enqueue(definition, { id: ctx.newId(), userId, language });
}

/** Language of a mail without a request of its recipient (docs/decisions/0034); `otherwise` while none is stored. */
export const languageOf = ({ language }: Pick<Account, 'language'>, otherwise: Language = 'es'): Language =>
  language ?? otherwise;

type Composer = (account: Account, language: Language) => Promise<(MailContent & { to?: string }) | undefined>;

/**
 * Handler of such a job: composes the mail from current data and sends it in the language of the job. `compose` creates
 * the token of the link, if any; returns undefined when the mail is obsolete. `to` is an address other than the
 * account's.
 */
export const mailUser = (
  deps: Pick<Deps, 'store' | 'mailer'>,
  { language, ...mail }: UserMail,
  signal: AbortSignal,
  compose: Composer,
): Promise<void> => send(deps, mail, () => language, signal, compose);

/**
 * As `mailUser`, for a mail that its recipient may not have caused: in their stored language. The language of the
 * request, if it may be theirs, applies while none is stored.
 */
export const notifyUser = (
  deps: Pick<Deps, 'store' | 'mailer'>,
  { language, ...mail }: Omit<UserMail, 'language'> & Partial<UserMail>,
  signal: AbortSignal,
  compose: Composer,
): Promise<void> => send(deps, mail, (account) => languageOf(account, language), signal, compose);

async function send(
  { store, mailer }: Pick<Deps, 'store' | 'mailer'>,
  { id, userId }: Omit<UserMail, 'language'>,
  languageFor: (account: Account) => Language,
  signal: AbortSignal,
  compose: Composer,
): Promise<void> {
  const account = await store.users.byId(userId);
  if (!account) return;
  const language = languageFor(account);
  const content = await compose(account, language);
  if (content) await mailer.send({ id, to: content.to ?? account.email, ...composeMail(language, content) }, signal);
}
