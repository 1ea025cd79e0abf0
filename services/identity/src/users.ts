import { changedFields } from '@tribus/community/audit.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { byId, PagedList } from '@tribus/kit/http/keyset.ts';
import { UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { NewUser, UserChange, UsersQuery } from '../api/users.ts';
import { nameFromEmail } from './accounts.ts';
import { mailBothAddresses } from './address-by-admin.ts';
import { requireActiveAdmin, requireOtherAdmin } from './admins.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { isEmailReserved } from './email-change.ts';
import { errors } from './errors.ts';
import { addAccount } from './new-account.ts';
import { setAvatar } from './profiles.ts';
import { revokeAccess } from './revocation.ts';
import type { Session } from './store/sessions.ts';
import type { IdentityTx } from './store/store.ts';
import type { DirectoryUser } from './store/user-directory.ts';
import type { Account } from './store/users.ts';
import { releaseEmail } from './unaccepted-accounts.ts';

/** Returns a page of all accounts and their total number. */
export async function listUsers(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  { page, pageSize, q }: UsersQuery,
): Promise<{ items: DirectoryUser[]; total: number }> {
  const [items, total] = await Promise.all([
    store.directory.page(q, (page - 1) * pageSize, pageSize, ctx.clock.now()),
    store.directory.count(q),
  ]);
  return { items, total };
}

/** Throws 404 when there is no such user. */
export async function findUser({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, id: string): Promise<DirectoryUser> {
  const user = await store.directory.find(id, ctx.clock.now());
  if (!user) throw fail('not_found');
  return user;
}

/** Creates an account; the admin gives the password to its owner. Throws 409 `email_taken`. */
export async function createUser(
  deps: Pick<Deps, 'ctx' | 'store' | 'passwords' | 'secrets'>,
  actor: Actor,
  { email, name, password, role, avatarUrl }: NewUser,
): Promise<string> {
  const { ctx, store, passwords } = deps;
  const passwordHash = await passwords.hash(password, actor.id);
  return store.transaction(async (tx) => {
    const [id, createdAt] = [ctx.newId(), ctx.clock.now()];
    await requireActiveAdmin(tx, actor, createdAt);
    const account = { id, email, name: name || nameFromEmail(email), passwordHash, role, createdAt };
    await releaseEmail(deps, tx, email);
    await addAccount(deps, tx, account);
    if (avatarUrl) await tx.directory.update(id, { avatarUrl });
    tx.emit(UserRegistered, { userId: id });
    const after = { email, name: account.name, role };
    await audit(ctx, tx, { action: 'user_created', target: { type: 'user', id }, after });
    return id;
  });
}

/**
 * Changes the given fields; given the current values it does nothing. A new role or password ends the user's sessions
 * except the current one; a new address is unverified, links mailed to the old one become invalid, and both are mailed.
 * Throws 409 `email_taken`, and 409 `last_admin` for the last admin: of two who demote each other concurrently one
 * stays. An admin's own address and password need proof of identity: 409 `own_account_elsewhere`.
 */
export async function changeUser(
  deps: Pick<Deps, 'ctx' | 'store' | 'passwords' | 'secrets' | 'mailer'>,
  actor: Actor,
  id: string,
  { password, ...change }: UserChange,
): Promise<void> {
  const { ctx, store, passwords } = deps;
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, actor.id);
  await store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    await requireActiveAdmin(tx, actor, ctx.clock.now());
    const before = await tx.users.lock(id);
    if (!before) throw fail('not_found');
    const { role = before.role, email = before.email, name = before.name, avatarUrl = before.avatarUrl } = change;
    if (before.role === 'admin' && role !== 'admin') await requireOtherAdmin(tx, id, ctx.clock.now());
    const hasNewEmail = email !== before.email;
    if (id === actor.id && (hasNewEmail || passwordHash)) throw errors.fail('own_account_elsewhere');
    const facts = changedFields(toAuditFields(before), toAuditFields({ role, email, name, avatarUrl }));
    const changed = { ...facts.after, ...(passwordHash && { password: 'changed' }) };
    if (Object.keys(changed).length === 0) return;
    if (hasNewEmail) await setAddress(deps, tx, before, email);
    await tx.directory.update(id, { role, name, ...(passwordHash && { passwordHash }) });
    if (avatarUrl !== before.avatarUrl) await setAvatar(tx, before, { avatarUrl, avatarKey: null });
    if (role !== before.role || passwordHash || hasNewEmail)
      await revokeAccess(tx, id, id === actor.id ? actor.sessionId : undefined);
    tx.emit(UserUpdated, { userId: id });
    const target = { type: 'user' as const, id };
    await audit(ctx, tx, { action: 'user_updated', target, before: facts.before, after: changed });
  });
}

/** Sets an unverified address of a locked account, and mails both addresses. Throws 409 `email_taken`. */
async function setAddress(
  deps: Pick<Deps, 'ctx' | 'secrets' | 'mailer'>,
  tx: IdentityTx,
  before: Pick<Account, 'id' | 'email' | 'language'>,
  email: string,
): Promise<void> {
  const { id } = before;
  await releaseEmail(deps, tx, email);
  const isSet = await tx.directory.update(id, { email, emailVerifiedAt: null, emailSetByAdmin: true });
  if (!isSet || (await isEmailReserved({ ctx: deps.ctx, store: tx }, email, id))) throw errors.fail('email_taken');
  await tx.oneTimeTokens.discardAll(id);
  await tx.emailChanges.endUndo(id, deps.ctx.clock.now());
  await mailBothAddresses(deps, tx, before, email);
}

interface Changeable {
  role: string;
  email: string;
  name: string;
  avatarUrl: string | null;
}

const toAuditFields = ({ role, email, name, avatarUrl }: Changeable) => ({ role, email, name, avatarUrl });

/** Returns a user's sessions, newest first; throws 404 when the user does not exist. */
export async function listUserSessions(deps: Pick<Deps, 'ctx' | 'store'>, id: string): Promise<Session[]> {
  await findUser(deps, id);
  return deps.store.sessions.listOf(id, deps.ctx.clock.now());
}

/** Ends all of a user's sessions; of the actor's own all but the current one. */
export async function endUserSessions(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    await requireActiveAdmin(tx, actor, ctx.clock.now());
    if (!(await tx.users.lock(id))) throw fail('not_found');
    await revokeAccess(tx, id, id === actor.id ? actor.sessionId : undefined);
    await audit(ctx, tx, { action: 'sessions_ended', target: { type: 'user', id } });
  });
}

/** Returns a page of the ids of site admins whose accounts are not suspended. Throws `bad_cursor`. */
export async function listAdminIds(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { limit, cursor }: { limit: number; cursor: string },
): Promise<{ userIds: string[]; nextCursor: string }> {
  const page = { limit, cursor: cursor || undefined };
  const { items, nextCursor } = await new PagedList(cursors, 'admins', byId).read(page, ({ limit, after }) =>
    store.directory.adminIds(limit, after),
  );
  return { userIds: items, nextCursor: nextCursor ?? '' };
}
