import type { Actor } from '@tribus/kit/core/actor.ts';
import { languages } from '@tribus/kit/core/language.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { PasswordReset } from '../api/recovery.ts';
import { emailMax } from '../limits.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isMailDue } from './mail/pace.ts';
import { recoveryMail } from './mail/recovery-mails.ts';
import { defineUserMail, enqueueUserMail, mailUser, type UserMail } from './mail/user-mail.ts';
import { consumeToken, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { revokeAccess, revokeWaysIn } from './revocation.ts';
import { sendSecurityMail } from './security-mail.ts';
import type { IdentityTx } from './store/store.ts';

const hourMs = 60 * 60_000;

/** A token proves the mailbox that it was sent to, and no other that the account has by now. */
const Mailbox = z.object({ email: z.string() });
/** Of no use once the account's access was revoked, as by another new password. */
const Reset = Mailbox.extend({ securityEpoch: z.int() });
export const verifyEmail: TokenPurpose<z.output<typeof Mailbox>> = {
  name: 'verify_email',
  ttlMs: 48 * hourMs,
  schema: Mailbox,
};
/** An hour (decisions.md 2). */
export const resetPassword: TokenPurpose<z.output<typeof Reset>> = {
  name: 'reset_password',
  ttlMs: hourMs,
  schema: Reset,
};

export const sendVerificationMail = defineUserMail('sendVerificationMail');
export const sendResetMail = defineUserMail('sendResetMail');
const mails = { verification: sendVerificationMail, reset: sendResetMail };

const MailboxRequest = z.object({
  kind: z.enum(['verification', 'reset']),
  email: z.string().max(emailMax),
  language: z.enum(languages),
});
type MailboxRequest = z.output<typeof MailboxRequest>;

/** Looks for the account of an address and has it mailed. */
export const findMailbox = defineJob('findMailbox', { schema: MailboxRequest });

/**
 * Asks for a mail to whoever has this address. The account is looked for by a job: an address that somebody has, one that
 * nobody has and one that was mailed a moment ago are the same work until the answer, and so take the same time.
 */
export async function requestMail(
  { store, mailer }: Pick<Deps, 'store' | 'mailer'>,
  kind: MailboxRequest['kind'],
  email: string,
  { language }: Actor,
): Promise<void> {
  if (!mailer.isOn || email.length > emailMax) return;
  await store.transaction((tx) => tx.enqueue(findMailbox, { kind, email, language }));
}

/** The same for the address of the signed-in caller. */
export async function requestOwnVerification(deps: Pick<Deps, 'store' | 'mailer'>, actor: Actor): Promise<void> {
  const account = await deps.store.users.byId(actor.id);
  if (account) await requestMail(deps, 'verification', account.email, actor);
}

/** Has the account of an address mailed, once a minute at most; what is verified already is not verified again. */
export async function mailMailbox(
  deps: Pick<Deps, 'ctx' | 'store' | 'mailer' | 'secrets'>,
  { kind, email, language }: MailboxRequest,
): Promise<void> {
  const account = (await deps.store.users.credentials(email))?.account;
  if (!account || (kind === 'verification' && account.emailVerifiedAt)) return;
  await deps.store.transaction((tx) => mailOnceAMinute(deps, tx, kind, { userId: account.id, email, language }));
}

/** The mail of a registration, which proves that its address is the newcomer's. */
export const welcomeByMail = (
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  newcomer: MailboxOwner,
): Promise<void> => mailOnceAMinute(deps, tx, 'verification', newcomer);

type MailboxOwner = Omit<UserMail, 'id'> & { email: string };

async function mailOnceAMinute(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  kind: MailboxRequest['kind'],
  { email, ...reader }: MailboxOwner,
): Promise<void> {
  if (await isMailDue(deps, tx, email, kind)) await enqueueUserMail(deps, tx, mails[kind], reader);
}

type MailDeps = Pick<Deps, 'ctx' | 'store' | 'mailer' | 'publicUrl'>;

/** Mails the link that proves an address. */
export const mailVerification = (deps: MailDeps, mail: UserMail, signal: AbortSignal): Promise<void> =>
  mailUser(deps, mail, signal, async ({ id: userId, email, emailVerifiedAt }, language) => {
    if (emailVerifiedAt) return undefined;
    const token = await issueToken(deps, verifyEmail, { userId, payload: { email }, issue: mail.id });
    return recoveryMail('verification', language, `${deps.publicUrl}/verify-email?token=${token}`);
  });

/** Mails the link to a new password; an account without one, because its owner comes from elsewhere, gets one by it. */
export const mailReset = (deps: MailDeps, mail: UserMail, signal: AbortSignal): Promise<void> =>
  mailUser(deps, mail, signal, async ({ id: userId, email, securityEpoch }, language) => {
    const payload = { email, securityEpoch };
    const token = await issueToken(deps, resetPassword, { userId, payload, issue: mail.id });
    return recoveryMail('reset', language, `${deps.publicUrl}/reset-password?token=${token}`);
  });

/**
 * Notes that the mailbox is the account's. The link proves who reads the mail, and not who registered: somebody else may
 * have, so it works for whoever is signed in to the account as well, and for others is 403 `verification_sign_in`, with
 * the address in its details. Throws 400 `link_expired` for a link that was used or is too old.
 */
export async function verifyMailbox(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  token: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await readToken({ ctx, store: tx }, verifyEmail, token);
    if (!found?.userId) throw errors.fail('link_expired');
    const { email } = found.payload;
    if (found.userId !== actor.id)
      throw errors.fail('verification_sign_in', undefined, { details: [{ path: 'email', message: email }] });
    if (!(await consumeToken({ ctx, store: tx }, verifyEmail, token))) throw errors.fail('link_expired');
    if (!(await tx.users.verifyEmail(actor.id, email, ctx.clock.now()))) throw errors.fail('link_expired');
  });
}

/**
 * Sets the password by a link and ends all sessions; the link has proved the mailbox. A password that is refused leaves
 * the link as it was: nothing is used up before the new one is written. Throws 400 `link_expired`.
 */
export async function resetPasswordByLink(
  deps: Pick<Deps, 'ctx' | 'store' | 'passwords' | 'mailer'>,
  { token, password }: PasswordReset,
  client: ClientInfo,
): Promise<void> {
  const { ctx, store, passwords } = deps;
  // No work for a link that opens nothing, as one does that this request has used up before.
  const opens = await readToken({ ctx, store }, resetPassword, token);
  const passwordHash = opens ? await passwords.hash(password, client.address) : '';
  await store.transaction(async (tx) => {
    const proof = await consumeToken({ ctx, store: tx }, resetPassword, token);
    if (!opens || !proof?.userId) throw errors.fail('link_expired');
    const { userId, payload } = proof;
    const before = await tx.users.lock(userId);
    const current = before?.securityEpoch === payload.securityEpoch;
    if (!current || !(await tx.users.verifyEmail(userId, payload.email, ctx.clock.now())))
      throw errors.fail('link_expired');
    await tx.users.setPassword(userId, passwordHash);
    // Whoever used the account until its mailbox was proved may not be who has that.
    if (before.emailVerifiedAt) await revokeAccess(tx, userId);
    else await revokeWaysIn(tx, userId);
    await sendSecurityMail(deps, tx, 'password_changed', userId, client);
    await audit(ctx, tx, { action: 'password_reset', target: { type: 'user', id: userId } });
  });
}
