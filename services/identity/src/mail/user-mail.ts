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
  /** Language of the requesting screen; the user's chosen language takes precedence. */
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

/**
 * Handler of such a job: composes the mail from current data and sends it. `compose` creates the token of the link, if
 * any; returns undefined when the mail is obsolete. `to` is an address other than the account's.
 */
export async function mailUser(
  { store, mailer }: Pick<Deps, 'store' | 'mailer'>,
  { id, userId, language }: UserMail,
  signal: AbortSignal,
  compose: (account: Account, language: Language) => Promise<(MailContent & { to?: string }) | undefined>,
): Promise<void> {
  const account = await store.users.byId(userId);
  if (!account) return;
  const preferred = account.language ?? language;
  const content = await compose(account, preferred);
  if (content) await mailer.send({ id, to: content.to ?? account.email, ...composeMail(preferred, content) }, signal);
}
