import { type Language, languages } from '@tribus/kit/core/language.ts';
import type { JobDefinition } from '@tribus/kit/jobs/definition.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { IdentityTx } from '../store/store.ts';
import type { Account } from '../store/users.ts';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';

/** What a job that mails a user is told: no secret, and nothing that the mail says. */
const UserMail = z.object({
  /** Of the mail: all its attempts have one Message-ID. */
  id: z.uuid(),
  userId: z.uuid(),
  /** Of the screen on which it was asked for; the language that the user chose goes before it. */
  language: z.enum(languages),
});
export type UserMail = z.output<typeof UserMail>;

/** Declares a job that mails a user. Tried for an hour and a half: what it says is of use soon or never. */
export const defineUserMail = (name: string): JobDefinition<UserMail> =>
  defineJob(name, { schema: UserMail, maxAttempts: 9 });

/** Has a user mailed once the transaction commits; nothing where mail leaves by no way. */
export async function enqueueUserMail(
  { ctx, mailer }: Pick<Deps, 'ctx' | 'mailer'>,
  tx: IdentityTx,
  definition: JobDefinition<UserMail>,
  { userId, language }: Omit<UserMail, 'id'>,
): Promise<void> {
  if (mailer.isOn) await tx.enqueue(definition, { id: ctx.newId(), userId, language });
}

/**
 * What such a job does: composes the mail from what is true by now, and sends it. `compose` makes a link's token, if there
 * is one; undefined when there is nothing to say any more. `to` is an address other than the account's.
 */
export async function mailUser(
  { store, mailer }: Pick<Deps, 'store' | 'mailer'>,
  { id, userId, language }: UserMail,
  signal: AbortSignal,
  compose: (account: Account, language: Language) => Promise<(MailContent & { to?: string }) | undefined>,
): Promise<void> {
  const account = await store.users.byId(userId);
  if (!account) return;
  const spoken = account.language ?? language;
  const content = await compose(account, spoken);
  if (content) await mailer.send({ id, to: content.to ?? account.email, ...composeMail(spoken, content) }, signal);
}
