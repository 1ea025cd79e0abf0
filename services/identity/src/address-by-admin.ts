import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { replacedAddressMail } from './mail/address-mails.ts';
import { languageOf, mailUser, UserMail } from './mail/user-mail.ts';
import { enqueueVerification } from './recovery.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** Retried for about a day: the content stays useful. */
export const sendAddressReplaced = defineJob('sendAddressReplaced', {
  schema: UserMail.extend({ formerEmail: z.string() }),
  maxAttempts: 13,
});

/**
 * Notifies the former address of an account that an admin replaced it, and mails the new one a verification link: in
 * the user's language, not in the admin's.
 */
export async function mailBothAddresses(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  { id: userId, email: formerEmail, ...account }: Pick<Account, 'id' | 'email' | 'language'>,
  email: string,
): Promise<void> {
  const language = languageOf(account);
  if (deps.mailer.isOn) await tx.enqueue(sendAddressReplaced, { id: deps.ctx.newId(), userId, language, formerEmail });
  await enqueueVerification(deps, tx, { userId, email, language });
}

/** Sends the notice to the former address. */
export const mailAddressReplaced = (
  deps: Pick<Deps, 'store' | 'mailer' | 'publicUrl'>,
  { formerEmail, ...mail }: z.output<typeof sendAddressReplaced.schema>,
  signal: AbortSignal,
): Promise<void> =>
  mailUser(deps, mail, signal, async (_account, language) => ({
    ...replacedAddressMail(language, `${deps.publicUrl}/contact`),
    to: formerEmail,
  }));
