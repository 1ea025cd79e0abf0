import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
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
import { releasedAddressMail } from './mail/address-mails.ts';
import { isMailDue } from './mail/interval.ts';
import { emailChangedMail, emailChangeMail } from './mail/security-mails.ts';
import { mailUser, notifyUser } from './mail/user-mail.ts';
import { consumeTokenOfAccount, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { type ProofDeps, proveIdentity } from './proof.ts';
import { resumeSanctions } from './retained-sanctions.ts';
import { revokeSignInMethods } from './revocation.ts';
import type { IdentityTx } from './store/store.ts';
import { holdsEmail, releaseEmail } from './unaccepted-accounts.ts';

/** Invalid once access is revoked (`securityEpoch`). */
const RequestedChange = z.object({ from: z.string(), to: z.string(), securityEpoch: z.int() });
const Change = z.object({ changeId: z.uuid() });
const changeEmail: TokenPurpose<z.output<typeof RequestedChange>> = {
  name: 'change_email',
  ttlMs: hourMs,
  schema: RequestedChange,
};
const undoMs = emailUndoDays * dayMs;
/** Each of several consecutive changes has its own link, which undoes it and the later changes. */
const undoEmail: TokenPurpose<z.output<typeof Change>> = {
  name: 'undo_email',
  ttlMs: undoMs,
  schema: Change,
  several: true,
};

const mailed = { id: z.uuid(), userId: z.uuid(), language: z.enum(languages) };
export const sendEmailChange = defineJob('sendEmailChange', {
  schema: z.object({ ...mailed, ...RequestedChange.shape }),
});
export const sendEmailChanged = defineJob('sendEmailChanged', {
  schema: z.object({ ...mailed, ...Change.shape }),
  maxAttempts: 13,
});

/**
 * Mails the new address a confirmation link, at most once a minute; nothing changes until it is opened. Throws 409
 * `email_taken`, 503 `mail_off` when no mail is configured, and the errors of `proveIdentity`.
 */
export async function requestEmailChange(
  deps: ProofDeps & Pick<Deps, 'mailer' | 'secrets'>,
  actor: Actor,
  { email, currentPassword }: EmailChange,
  client: ClientInfo,
): Promise<void> {
  const { ctx, store, mailer } = deps;
  const { account } = await proveIdentity(deps, actor, client, currentPassword);
  const existing = await store.users.credentials(email);
  if ((existing && holdsEmail(existing.account)) || (await isEmailReserved({ ctx, store }, email, actor.id)))
    throw errors.fail('email_taken');
  if (!mailer.isOn) throw errors.fail('mail_off');
  const { language } = client;
  const { email: from, securityEpoch } = account;
  await store.transaction(async (tx) => {
    if (!(await isMailDue(deps, tx, { email, kind: 'email_change', byId: actor.id }))) return;
    const id = ctx.newId();
    await tx.enqueue(sendEmailChange, { id, userId: actor.id, language, from, to: email, securityEpoch });
  });
}

/**
 * Sets the confirmed address and notifies the former one. The link works only while signed in to that account, because
 * the recipient may be a person whose address a stranger entered. Replaces an account from Google with this address
 * whose terms were not accepted. Throws 400 `link_expired`, 403 `verification_sign_in`, 409 `email_taken`.
 */
export async function confirmEmailChange(
  deps: Pick<Deps, 'ctx' | 'store' | 'mailer' | 'secrets'>,
  token: string,
  { id: actorId, language }: Actor,
): Promise<void> {
  const { ctx, store, mailer } = deps;
  const now = ctx.clock.now();
  await store.transaction(async (tx) => {
    const requested = await readToken({ ctx, store: tx }, changeEmail, token);
    if (!requested) throw errors.fail('link_expired');
    if (requested.userId !== actorId) throw errors.fail('verification_sign_in');
    const proof = await consumeTokenOfAccount({ ctx }, tx, changeEmail, token);
    if (!proof) throw errors.fail('link_expired');
    const {
      account: before,
      payload: { from, to, securityEpoch },
    } = proof;
    const userId = before.id;
    if (before.securityEpoch !== securityEpoch) throw errors.fail('link_expired');
    await releaseEmail(deps, tx, to);
    await replaceEmail(tx.users.replaceEmail(userId, from, to, now));
    if (await isEmailReserved({ ctx, store: tx }, to, userId)) throw errors.fail('email_taken');
    const changeId = ctx.newId();
    const wasVerified = before.emailVerifiedAt !== null;
    await tx.emailChanges.add({ id: changeId, userId, emailBefore: from, wasVerified, changedAt: now });
    await resumeSanctions(deps, tx, { ...before, email: to });
    tx.emit(UserUpdated, { userId });
    await audit(ctx, tx, { action: 'email_changed', target: { type: 'user', id: userId } });
    if (mailer.isOn) await tx.enqueue(sendEmailChanged, { id: ctx.newId(), userId, language, changeId });
  });
}

/**
 * Returns whether an address may still be restored to another user who changed it a few days ago. Otherwise an attacker
 * who changed it could register it and prevent the undo. One that was never verified is free at once.
 */
export const isEmailReserved = (
  { ctx, store }: { ctx: Pick<Deps['ctx'], 'clock'>; store: Pick<IdentityTx, 'emailChanges'> },
  email: string,
  exceptUserId: string,
): Promise<boolean> => store.emailChanges.isReserved(email, exceptUserId, new Date(ctx.clock.now().getTime() - undoMs));

/**
 * Undoes a change and all later ones, by the link mailed to the former address. The author of the change may know the
 * password and have added sign-in methods, so all of them and all sessions are revoked; a new password is set by mail.
 */
export async function undoEmailChange(
  deps: Pick<Deps, 'ctx' | 'store' | 'mailer' | 'secrets'>,
  token: string,
): Promise<{ email: string }> {
  const { ctx, store } = deps;
  return store.transaction(async (tx) => {
    const proof = await consumeTokenOfAccount({ ctx }, tx, undoEmail, token);
    if (!proof) throw errors.fail('link_expired');
    const { account, payload } = proof;
    const [userId, now] = [account.id, ctx.clock.now()];
    const email = await tx.emailChanges.undo(userId, payload.changeId, now);
    if (email === undefined) throw errors.fail('link_expired');
    await replaceEmail(tx.users.replaceEmail(userId, account.email, email, now));
    await tx.users.removePassword(userId);
    await revokeSignInMethods(tx, userId);
    await resumeSanctions(deps, tx, { ...account, email });
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

/** Mails the confirmation link to the new address. */
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

/**
 * Mails the former address a link that undoes the change. One that was never verified may be a stranger's, who would
 * get the account: it gets a notice without a link (docs/decisions/0033).
 */
export const mailEmailChanged = (
  deps: MailDeps,
  { changeId, ...mail }: z.output<typeof sendEmailChanged.schema>,
  signal: AbortSignal,
): Promise<void> =>
  notifyUser(deps, mail, signal, async ({ id: userId }, language) => {
    const change = await deps.store.emailChanges.find(changeId);
    if (!change) return undefined;
    const to = change.emailBefore;
    if (!change.wasVerified) return { ...releasedAddressMail(language, `${deps.publicUrl}/contact`), to };
    const token = await issueToken(deps, undoEmail, { userId, payload: { changeId }, issue: mail.id });
    return { ...emailChangedMail(language, `${deps.publicUrl}/undo-email?token=${token}`), to };
  });
