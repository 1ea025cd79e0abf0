import type { Subject, UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { PublicProfile } from '../api.ts';
import type { IdentityStore } from './store/store.ts';
import type { Account } from './store/users.ts';

/** A user as anyone may see them; never the e-mail (decisions.md 2). */
export async function publicProfile(
  store: IdentityStore,
  people: UserPresenter,
  viewer: Actor,
  userId: string,
): Promise<PublicProfile> {
  const account = await store.users.byId(userId);
  if (!account) throw fail('not_found');
  const { id, name, avatarUrl, isAgent } = people.presentUser(viewer, subjectOf(account), null);
  const counts = await store.follows.counts(userId);
  return { id, name, avatarUrl, isAgent, createdAt: account.createdAt.toISOString(), ...counts };
}

function subjectOf({ id, name, avatarUrl, email, isAgent }: Account): Subject {
  return { id, name, avatarUrl: avatarUrl ?? '', email, isAgent, isDeleted: false };
}
