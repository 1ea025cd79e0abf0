import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { languages } from '@tribus/kit/core/language.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { PasswordReset } from '../api/recovery.ts';
import { emailMax } from '../limits.ts';
import { audit } from './audit.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isMailDue } from './mail/interval.ts';
import { recoveryMail } from './mail/recovery-mails.ts';
import { defineUserMail, enqueueUserMail, mailUser, type UserMail } from './mail/user-mail.ts';
import { consumeTokenOfAccount, issueToken, readToken, type TokenPurpose } from './one-time-tokens.ts';
import { resumeSanctions } from './retained-sanctions.ts';
import { revokeAccess, revokeSignInMethods } from './revocation.ts';
import { sendSecurityMail } from './security-mail.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** A token proves the mailbox that it was sent to, not a later address of the account. */
const Mailbox = z.object({ email: z.string() });
/** Invalid once the account's access was revoked, for example by another new password. */
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

/** Finds the account of an address and mails it. */
export const findMailbox = defineJob('findMailbox', { schema: MailboxRequest });

/**
 * Requests a mail to an address. A job looks up the account, so that the response takes the same time for registered,
 * unknown and recently mailed addresses.
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

/** Requests the verification mail for the actor's own address. */
export async function requestOwnVerification(deps: Pick<Deps, 'store' | 'mailer'>, actor: Actor): Promise<void> {
  const account = await deps.store.users.byId(actor.id);
  if (account) await requestMail(deps, 'verification', account.email, actor);
}

/**
 * Mails the account of an address at most once a minute; sends no verification for a verified address, and nothing to
 * an account from Google whose terms were not accepted, because a password would not open it.
 */
export async function mailAccount(
  deps: Pick<Deps, 'ctx' | 'store' | 'mailer' | 'secrets'>,
  { kind, email, language }: MailboxRequest,
): Promise<void> {
  const account = (await deps.store.users.credentials(email))?.account;
  if (!account || account.termsAcceptedAt === null || (kind === 'verification' && account.emailVerifiedAt)) return;
  await deps.store.transaction((tx) => mailOnceAMinute(deps, tx, kind, { userId: account.id, email, language }));
}

/** Enqueues the mail that verifies the address of a new account, or one that an admin has set. */
export const enqueueVerification = (
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  owner: MailboxOwner,
): Promise<void> => mailOnceAMinute(deps, tx, 'verification', owner);

type MailboxOwner = Omit<UserMail, 'id'> & { email: string };

async function mailOnceAMinute(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  kind: MailboxRequest['kind'],
  { email, ...recipient }: MailboxOwner,
): Promise<void> {
  if (await isMailDue(deps, tx, { email, kind })) await enqueueUserMail(deps, tx, mails[kind], recipient);
}

type MailDeps = Pick<Deps, 'ctx' | 'store' | 'mailer' | 'publicUrl'>;

/** Mails the link that verifies an address; one that an admin has set does not offer to disown the account. */
export const mailVerification = (deps: MailDeps, mail: UserMail, signal: AbortSignal): Promise<void> =>
  mailUser(deps, mail, signal, async ({ id: userId, email, emailVerifiedAt, emailSetByAdmin }, language) => {
    if (emailVerifiedAt) return undefined;
    const token = await issueToken(deps, verifyEmail, { userId, payload: { email }, issue: mail.id });
    return recoveryMail(
      emailSetByAdmin ? 'replaced' : 'verification',
      language,
      `${deps.publicUrl}/verify-email?token=${token}`,
    );
  });

/** Mails the link for a new password; an account without one (from Google) gets its first. */
export const mailReset = (deps: MailDeps, mail: UserMail, signal: AbortSignal): Promise<void> =>
  mailUser(deps, mail, signal, async ({ id: userId, email, securityEpoch }, language) => {
    const payload = { email, securityEpoch };
    const token = await issueToken(deps, resetPassword, { userId, payload, issue: mail.id });
    return recoveryMail('reset', language, `${deps.publicUrl}/reset-password?token=${token}`);
  });

/**
 * Marks the mailbox as verified. The link proves access to the mailbox, not the registration, so it requires a session
 * of the account; others get 403 `verification_sign_in` with the address in its details, and `setByAdmin` for one that
 * cannot be disowned. Throws 400 `link_expired` for a used or expired link.
 */
export async function verifyMailbox(
  deps: Pick<Deps, 'ctx' | 'store' | 'mailer' | 'secrets'>,
  actor: Actor,
  token: string,
): Promise<void> {
  const { ctx, store } = deps;
  await store.transaction(async (tx) => {
    const found = await readToken({ ctx, store: tx }, verifyEmail, token);
    if (!found?.userId) throw errors.fail('link_expired');
    const { email } = found.payload;
    if (found.userId !== actor.id) {
      const details = [{ path: 'email', message: email }];
      if ((await tx.users.byId(found.userId))?.emailSetByAdmin) details.push({ path: 'setByAdmin', message: 'true' });
      throw errors.fail('verification_sign_in', undefined, { details });
    }
    const proof = await consumeTokenOfAccount({ ctx }, tx, verifyEmail, token);
    if (!proof) throw errors.fail('link_expired');
    await verifyAddress(deps, tx, proof.account, email);
  });
}

/**
 * Marks the address of a locked account as verified. At the first time the retained sanctions of its owner apply, which
 * may end the sessions. Throws 400 `link_expired` when the account has another address now.
 */
async function verifyAddress(
  deps: Pick<Deps, 'ctx' | 'mailer' | 'secrets'>,
  tx: IdentityTx,
  before: Account,
  email: string,
): Promise<void> {
  if (!(await tx.users.verifyEmail(before.id, email, deps.ctx.clock.now()))) throw errors.fail('link_expired');
  if (!before.emailVerifiedAt) await resumeSanctions(deps, tx, before);
}

/**
 * Sets the password by a link, ends all sessions of its account and returns the account's id; the link also verifies
 * the mailbox. A rejected password leaves the link valid: it is consumed only when the new one is written. Throws 400
 * `link_expired`.
 */
export async function resetPasswordByLink(
  deps: Pick<Deps, 'ctx' | 'store' | 'passwords' | 'mailer' | 'secrets'>,
  { token, password }: PasswordReset,
  client: ClientInfo,
): Promise<string> {
  const { ctx, store, passwords } = deps;
  // No hash is computed for an invalid link, such as one that this request has already consumed.
  const opens = await readToken({ ctx, store }, resetPassword, token);
  const passwordHash = opens ? await passwords.hash(password, client.address) : '';
  return store.transaction(async (tx) => {
    const proof = await consumeTokenOfAccount({ ctx }, tx, resetPassword, token);
    if (!opens || !proof) throw errors.fail('link_expired');
    const { account: before, payload } = proof;
    const userId = before.id;
    if (before.securityEpoch !== payload.securityEpoch) throw errors.fail('link_expired');
    await verifyAddress(deps, tx, before, payload.email);
    await tx.users.setPassword(userId, passwordHash);
    // Before the mailbox was verified, the account may have been used by another person.
    if (before.emailVerifiedAt) await revokeAccess(tx, userId);
    else await revokeSignInMethods(tx, userId);
    await sendSecurityMail(deps, tx, 'password_changed', userId, client);
    await audit(ctx, tx, { action: 'password_reset', target: { type: 'user', id: userId } });
    return userId;
  });
}
