import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { replacedAddressMail } from './mail/address-mails.ts';
import { mailUser, UserMail } from './mail/user-mail.ts';
import { enqueueVerification } from './recovery.ts';
import type { IdentityTx } from './store/store.ts';

/** Retried for about a day: the content stays useful. */
export const sendAddressReplaced = defineJob('sendAddressReplaced', {
  schema: UserMail.extend({ formerEmail: z.string() }),
  maxAttempts: 13,
});

/**
 * Notifies the former address of an account that an admin replaced it, and mails the new one a verification link: in
 * the admin's language unless the user has chosen one.
 */
export async function mailBothAddresses(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  { userId, language, formerEmail, email }: Omit<UserMail, 'id'> & { formerEmail: string; email: string },
): Promise<void> {
  if (deps.mailer.isOn) await tx.enqueue(sendAddressReplaced, { id: deps.ctx.newId(), userId, language, formerEmail });
  await enqueueVerification(deps, tx, { userId, email, language });
}

/** Sends the notice to the former address. */
export const mailAddressReplaced = (
  deps: Pick<Deps, 'store' | 'mailer' | 'publicUrl'>,
  { formerEmail, ...mail }: z.output<typeof sendAddressReplaced.schema>,
  signal: AbortSignal,
): Promise<void> =>
  mailUser(deps, mail, signal, async (_account, preferred) => ({
    ...replacedAddressMail(preferred, `${deps.publicUrl}/contact`),
    to: formerEmail,
  }));
