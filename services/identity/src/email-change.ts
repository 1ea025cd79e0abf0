import type { Actor } from '@tribus/kit/core/actor.ts';
import { languages } from '@tribus/kit/core/language.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { z } from 'zod';
import type { EmailChange } from '../api/security.ts';
import { emailUndoDays } from '../limits.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isMailDue } from './mail/pace.ts';
import { emailChangedMail, emailChangeMail } from './mail/security-mails.ts';
import { mailUser } from './mail/user-mail.ts';
import { consumeToken, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { type ProofDeps, proveIdentity } from './proof.ts';
import { revokeWaysIn } from './revocation.ts';
import type { IdentityTx } from './store/store.ts';

const hourMs = 60 * 60_000;

/** Of no use once what it was asked by is revoked. */
const Wish = z.object({ from: z.string(), to: z.string(), securityEpoch: z.int() });
const Change = z.object({ changeId: z.uuid() });
const changeEmail: TokenPurpose<z.output<typeof Wish>> = { name: 'change_email', ttlMs: hourMs, schema: Wish };
const undoMs = emailUndoDays * 24 * hourMs;
/** Several changes may follow one another, and each is undone by its own link, with those after it. */
const undoEmail: TokenPurpose<z.output<typeof Change>> = {
  name: 'undo_email',
  ttlMs: undoMs,
  schema: Change,
  several: true,
};

const mailed = { id: z.uuid(), userId: z.uuid(), language: z.enum(languages) };
export const sendEmailChange = defineJob('sendEmailChange', { schema: z.object({ ...mailed, ...Wish.shape }) });
export const sendEmailChanged = defineJob('sendEmailChanged', {
  schema: z.object({ ...mailed, ...Change.shape }),
  maxAttempts: 13,
});

/**
 * Has the new address mailed a link that proves it, once a minute; until it is opened nothing changes. Throws 409 `email_taken`, 503
 * `mail_off` where mail leaves by no way, and as `proveIdentity`.
 */
export async function requestEmailChange(
  deps: ProofDeps & Pick<Deps, 'mailer' | 'secrets'>,
  actor: Actor,
  { email, currentPassword }: EmailChange,
  client: ClientInfo,
): Promise<void> {
  const { ctx, store, mailer } = deps;
  const { account } = await proveIdentity(deps, actor, client, currentPassword);
  if ((await store.users.credentials(email)) || (await isEmailHeld({ ctx, store }, email, actor.id)))
    throw errors.fail('email_taken');
  if (!mailer.isOn) throw errors.fail('mail_off');
  const { language } = client;
  const { email: from, securityEpoch } = account;
  await store.transaction(async (tx) => {
    if (!(await isMailDue(deps, tx, email, `change of ${actor.id}`))) return;
    const id = ctx.newId();
    await tx.enqueue(sendEmailChange, { id, userId: actor.id, language, from, to: email, securityEpoch });
  });
}

/**
 * Gives the account the address that the link proves, and tells the one before. The link works for who is signed in to that
 * account alone: whoever reads the mail may be somebody whose address a stranger named. Throws 400 `link_expired`, 403
 * `verification_sign_in`, 409 `email_taken`.
 */
export async function confirmEmailChange(
  { ctx, store, mailer }: Pick<Deps, 'ctx' | 'store' | 'mailer'>,
  token: string,
  { id: callerId, language }: Actor,
): Promise<void> {
  const now = ctx.clock.now();
  await store.transaction(async (tx) => {
    const wish = await readToken({ ctx, store: tx }, changeEmail, token);
    if (!wish) throw errors.fail('link_expired');
    if (wish.userId !== callerId) throw errors.fail('verification_sign_in');
    const proof = await consumeToken({ ctx, store: tx }, changeEmail, token);
    if (!proof?.userId) throw errors.fail('link_expired');
    const {
      userId,
      payload: { from, to, securityEpoch },
    } = proof;
    if ((await tx.users.lock(userId))?.securityEpoch !== securityEpoch) throw errors.fail('link_expired');
    await replaceEmail(tx.users.replaceEmail(userId, from, to, now));
    if (await isEmailHeld({ ctx, store: tx }, to, userId)) throw errors.fail('email_taken');
    const changeId = ctx.newId();
    await tx.emailChanges.add({ id: changeId, userId, emailBefore: from, changedAt: now });
    tx.emit(UserUpdated, { userId });
    await audit(ctx, tx, { action: 'email_changed', target: { type: 'user', id: userId } });
    if (mailer.isOn) await tx.enqueue(sendEmailChanged, { id: ctx.newId(), userId, language, changeId });
  });
}

/**
 * Whether an address may still go back to somebody else who changed it a few days ago. Else whoever changed it for them could
 * have it registered, and there would be no way back.
 */
export const isEmailHeld = (
  { ctx, store }: { ctx: Pick<Deps['ctx'], 'clock'>; store: Pick<IdentityTx, 'emailChanges'> },
  email: string,
  exceptUserId: string,
): Promise<boolean> => store.emailChanges.holds(email, exceptUserId, new Date(ctx.clock.now().getTime() - undoMs));

/** Forgets changes that can be taken back no longer. */
/**
 * Takes a change back, with all that came after it, by the link that the address before it was mailed. Whoever changed it
 * may know the password and have added ways in, so all of them go, with all sessions; a new password is chosen by mail.
 */
export async function undoEmailChange(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  token: string,
): Promise<{ email: string }> {
  return store.transaction(async (tx) => {
    const proof = await consumeToken({ ctx, store: tx }, undoEmail, token);
    if (!proof?.userId) throw errors.fail('link_expired');
    const { userId, payload } = proof;
    const now = ctx.clock.now();
    const account = await tx.users.lock(userId);
    const email = account && (await tx.emailChanges.undo(userId, payload.changeId, now));
    if (!account || email === undefined) throw errors.fail('link_expired');
    await replaceEmail(tx.users.replaceEmail(userId, account.email, email, now));
    await tx.users.removePassword(userId);
    await revokeWaysIn(tx, userId);
    tx.emit(UserUpdated, { userId });
    await audit(ctx, tx, { action: 'email_changed', target: { type: 'user', id: userId } });
    return { email };
  });
}

async function replaceEmail(replacing: Promise<'replaced' | 'taken' | 'changed'>): Promise<void> {
  const outcome = await replacing;
  if (outcome === 'taken') throw errors.fail('email_taken');
  if (outcome === 'changed') throw errors.fail('link_expired');
}

type MailDeps = Pick<Deps, 'ctx' | 'store' | 'mailer' | 'publicUrl'>;

/** Mails the link to the new address. */
export const mailEmailChange = (
  deps: MailDeps,
  { from, to, securityEpoch, ...mail }: z.output<typeof sendEmailChange.schema>,
  signal: AbortSignal,
): Promise<void> =>
  mailUser(deps, mail, signal, async (account, language) => {
    if (account.email !== from || account.securityEpoch !== securityEpoch) return undefined;
    const payload = { from, to, securityEpoch };
    const token = await issueToken(deps, changeEmail, { userId: account.id, payload, issue: mail.id });
    return { ...emailChangeMail(language, `${deps.publicUrl}/confirm-email?token=${token}`), to };
  });

/** Mails the address before, with the link that undoes the change. */
export const mailEmailChanged = (
  deps: MailDeps,
  { changeId, ...mail }: z.output<typeof sendEmailChanged.schema>,
  signal: AbortSignal,
): Promise<void> =>
  mailUser(deps, mail, signal, async ({ id: userId }, language) => {
    const change = await deps.store.emailChanges.find(changeId);
    if (!change) return undefined;
    const token = await issueToken(deps, undoEmail, { userId, payload: { changeId }, issue: mail.id });
    return { ...emailChangedMail(language, `${deps.publicUrl}/undo-email?token=${token}`), to: change.emailBefore };
  });
