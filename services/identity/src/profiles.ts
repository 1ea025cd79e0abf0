import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { ProfileChange } from '../api/profile.ts';
import type { User } from '../api.ts';
import { readCurrentAccount } from './accounts.ts';
import type { Deps } from './deps.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

/** Changes profile fields and their visibility; absent fields stay as they are. */
export async function editProfile(
  deps: Pick<Deps, 'ctx' | 'store' | 'urls' | 'newAccountHours'>,
  actor: Actor,
  change: ProfileChange,
): Promise<User> {
  await deps.store.transaction(async (tx) => {
    const before = await lockProfile(tx, actor);
    const { name = before.name, avatarUrl, profileVisibility, ...fields } = change;
    const profile = { ...before.profile, ...fields };
    const visibility = { ...before.visibility, ...profileVisibility };
    await tx.profiles.update(actor.id, { name, profile, visibility });
    if (avatarUrl !== undefined) await setAvatar(tx, before, { avatarUrl, avatarKey: null });
    const isVisibleChange = name !== before.name || avatarUrl !== undefined || profileVisibility !== undefined;
    if (isVisibleChange) tx.emit(UserUpdated, { userId: actor.id });
  });
  return readCurrentAccount(deps, actor);
}

/** Locks the actor's profile until the transaction ends; throws 401 when the account is deleted. */
export async function lockProfile(tx: Pick<IdentityTx, 'users'>, actor: Actor): Promise<Account> {
  const profile = await tx.users.lock(actor.id);
  if (!profile) throw fail('unauthenticated');
  return profile;
}

/** Replaces the avatar and deletes the previous picture. */
export async function setAvatar(
  tx: IdentityTx,
  { id, avatarKey: keyBefore }: Pick<Account, 'id' | 'avatarKey'>,
  avatar: Pick<Account, 'avatarUrl' | 'avatarKey'>,
): Promise<void> {
  await tx.profiles.update(id, avatar);
  if (keyBefore) await dropAfterCommit(tx, [keyBefore]);
}
