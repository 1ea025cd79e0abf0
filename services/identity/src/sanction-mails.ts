import type { Language } from '@tribus/kit/core/language.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import type { MailContent } from './mail/content.ts';
import { timeInMail } from './mail/time.ts';
import { notifyUser } from './mail/user-mail.ts';
import { sanctionTexts } from './sanction-texts.ts';
import type { Sanction } from './store/sanctions.ts';
import type { IdentityTx } from './store/store.ts';

const SanctionMail = z.object({
  /** Id of the mail: all attempts have one Message-ID. */
  id: z.uuid(),
  sanctionId: z.uuid(),
  about: z.enum(['imposed', 'lifted', 'answered']),
});
type SanctionMail = z.output<typeof SanctionMail>;

/** Retried for about a day: the content stays valid. */
export const sendSanctionMail = defineJob('sendSanctionMail', { schema: SanctionMail, maxAttempts: 13 });

/** Mails the member once the transaction commits; no effect when no mail is configured. */
export async function enqueueSanctionMail(
  { ctx, mailer }: Pick<Deps, 'ctx' | 'mailer'>,
  tx: IdentityTx,
  mail: Omit<SanctionMail, 'id'>,
): Promise<void> {
  if (mailer.isOn) await tx.enqueue(sendSanctionMail, { id: ctx.newId(), ...mail });
}

/** Mails a member about a sanction, in their language. */
export async function mailSanction(
  deps: Pick<Deps, 'store' | 'mailer' | 'publicUrl'>,
  { id, sanctionId, about }: SanctionMail,
  signal: AbortSignal,
): Promise<void> {
  const sanction = await deps.store.sanctions.find(sanctionId);
  if (!sanction) return;
  await notifyUser(deps, { id, userId: sanction.userId }, signal, async ({ timeZone }, language) =>
    contentOf(language, sanction, about, { publicUrl: deps.publicUrl, timeZone }),
  );
}

function contentOf(
  language: Language,
  sanction: Sanction,
  about: SanctionMail['about'],
  { publicUrl, timeZone }: { publicUrl: string; timeZone: string | null },
): MailContent {
  const texts = sanctionTexts[language];
  const { kind, reason, message, endsAt, appealOutcome, appealAnswer } = sanction;
  if (about === 'lifted')
    return { subject: texts.liftedSubject, heading: texts.lifted[kind], paragraphs: [texts.welcome] };
  if (about === 'answered') {
    const outcome = appealOutcome === 'lifted' ? texts.appealLifted : texts.appealUpheld;
    return { subject: texts.answeredSubject, heading: outcome, paragraphs: [appealAnswer ?? ''] };
  }
  const until = endsAt ? texts.until(timeInMail(language, endsAt, timeZone)) : texts.forNow;
  const paragraphs = [texts.effect[kind], `${texts.reason}: ${texts.reasons[reason]}.`, message];
  return {
    subject: texts.subject[kind],
    heading: texts.heading[kind],
    paragraphs: kind === 'warning' ? paragraphs : [...paragraphs, until, texts.mayAppeal],
    action: { label: texts.open, url: `${publicUrl}/login` },
  };
}
