import { languages } from '@tribus/kit/core/language.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { describeDevice } from './devices.ts';
import { type SecurityEvent, securityEvents, securityMail } from './mail/security-mails.ts';
import { notifyUser } from './mail/user-mail.ts';
import type { IdentityTx } from './store/store.ts';

/** Content of a security notice: event, time and device; no secret. */
const SecurityNotice = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  language: z.enum(languages),
  event: z.enum(securityEvents),
  at: z.iso.datetime(),
  browser: z.string(),
  system: z.string(),
});
type SecurityNotice = z.output<typeof SecurityNotice>;

/** Retried for about a day: the content stays useful. */
export const sendSecurityNotice = defineJob('sendSecurityNotice', { schema: SecurityNotice, maxAttempts: 13 });

/** Mails the owner about a change of the account's protection, once the transaction commits. */
export async function sendSecurityMail(
  { ctx, mailer }: Pick<Deps, 'ctx' | 'mailer'>,
  tx: IdentityTx,
  event: SecurityEvent,
  userId: string,
  { userAgent, language }: Pick<ClientInfo, 'userAgent' | 'language'>,
): Promise<void> {
  if (!mailer.isOn) return;
  const { browser, system } = describeDevice(userAgent);
  const at = ctx.clock.now().toISOString();
  await tx.enqueue(sendSecurityNotice, { id: ctx.newId(), userId, language, event, at, browser, system });
}

/** Sends such a notice. */
export const mailSecurityNotice = (
  deps: Pick<Deps, 'store' | 'mailer' | 'publicUrl'>,
  notice: SecurityNotice,
  signal: AbortSignal,
): Promise<void> =>
  notifyUser(deps, notice, signal, async ({ timeZone }, language) =>
    securityMail(notice.event, language, { ...notice, timeZone, url: `${deps.publicUrl}/tools/account` }),
  );
