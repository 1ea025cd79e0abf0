import { type Membership, tribeRoleOf } from '@tribus/community/membership.ts';
import { isAmong, mayMessage, type ViewContext, type Viewer } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { TribeMembership } from '@tribus/proto/tribes/v1/service.ts';
import type { ProfileTribe, PublicProfile } from '../api/profile.ts';
import { loadViewer } from './blocks.ts';
import type { Deps } from './deps.ts';
import { presentShownProfile, presentTribe, subjectOf } from './present-profile.ts';
import { visibilityOf } from './profile-fields.ts';
import type { Account } from './store/users.ts';

type ProfileDeps = Pick<Deps, 'ctx' | 'store' | 'presenter' | 'urls' | 'tribes' | 'gamification'>;

/** A tribe of a user, with the viewer's membership in it. */
interface TribeOfSubject {
  tribe: Membership['tribe'];
  context: ViewContext;
}

/** Returns a user as the viewer may see them (decisions.md 2); throws 404 for unknown users and for pseudonyms. */
export async function readPublicProfile(deps: ProfileDeps, viewer: Actor, userId: string): Promise<PublicProfile> {
  const { store, presenter } = deps;
  const account = await store.users.byId(userId);
  if (!account) throw fail('not_found');
  const shownTo = await loadViewer(deps, viewer, [userId]);
  const shown = presenter.presentUser(shownTo, subjectOf(account), null);
  if (!shown) throw fail('not_found');
  const visibility = visibilityOf(account);
  const isOther = viewer.kind === 'user' && viewer.id !== userId;
  const [counts, following, tribes, gamification] = await Promise.all([
    store.follows.counts(userId),
    isOther ? store.follows.has(viewer.id, userId) : false,
    visibility.tribes || isOther ? tribesOf(deps, viewer, userId) : undefined,
    visibility.progress ? pointsOf(deps, userId) : undefined,
  ]);
  const { id, name, avatarUrl, isAgent } = shown;
  const messageTribe = isOther ? tribeForMessages(shownTo, account, tribes ?? []) : undefined;
  return {
    id,
    name,
    avatarUrl,
    isAgent,
    createdAt: account.createdAt.toISOString(),
    ...counts,
    ...presentShownProfile(deps, account, visibility),
    ...(visibility.tribes && tribes && { tribes: shownTribes(deps, shownTo, account, tribes) }),
    ...(gamification && { gamification }),
    following,
    canFollow: isOther,
    canMessage: messageTribe !== undefined,
    ...(messageTribe && { messageTribeId: messageTribe.tribe.id }),
  };
}

/**
 * Returns the subject's tribes with the viewer's membership in each; undefined while tribes is unavailable: the profile
 * is shown without them.
 */
async function tribesOf({ ctx, tribes }: ProfileDeps, viewer: Actor, userId: string) {
  try {
    const listOf = async (id: string) =>
      (await tribes.listMemberships({ userId: id, statuses: ['active'] })).memberships;
    const [subjects, viewers] = await Promise.all([listOf(userId), viewer.kind === 'user' ? listOf(viewer.id) : []]);
    const own = new Map(viewers.map((each) => [each.tribe?.id, each]));
    return subjects.flatMap((each) => toTribe(each, own.get(each.tribe?.id)));
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'tribes of a profile not read; profile shown without them');
    return undefined;
  }
}

function toTribe({ tribe, membership }: TribeMembership, own: TribeMembership | undefined): TribeOfSubject[] {
  if (!tribe || !membership) return [];
  const roleOf = (member: TribeMembership['membership']) => tribeRoleOf(member && { ...member, tribe });
  const { id, isHominini, isPrivate } = tribe;
  const [viewer, subject] = [roleOf(own?.membership), roleOf(membership)];
  return [{ tribe, context: { tribeId: id, isHominini, isPrivate, viewer, subject, formerLevel: 0 } }];
}

/**
 * Returns the tribes to show: public ones, and private ones of which the viewer is a member. Excludes tribes in which
 * the subject is hidden from the viewer, as members of higher levels are.
 */
function shownTribes(
  { presenter }: Pick<Deps, 'presenter'>,
  viewer: Viewer,
  account: Account,
  tribes: readonly TribeOfSubject[],
): ProfileTribe[] {
  const subject = subjectOf(account);
  const isShown = ({ tribe, context }: TribeOfSubject): boolean =>
    viewer.actor.id === account.id ||
    ((!tribe.isPrivate || context.viewer !== null) &&
      presenter.presentUser(viewer, subject, context)?.restrictedHigher === false);
  const named = tribes.filter(isShown).map(({ tribe, context }) => presentTribe(tribe, context.viewer !== null));
  return [...named.filter(({ inCommon }) => inCommon), ...named.filter(({ inCommon }) => !inCommon)];
}

/** Returns a common tribe in which the viewer may write to the subject; prefers any other to hominini. */
function tribeForMessages(
  { actor, blocks }: Viewer,
  account: Account,
  tribes: readonly TribeOfSubject[],
): TribeOfSubject | undefined {
  const allowed = tribes.filter(
    ({ context }) => mayMessage(actor, account, context) && !isAmong(blocks, actor, account, context),
  );
  return allowed.find(({ tribe }) => !tribe.isHominini) ?? allowed[0];
}

async function pointsOf({ ctx, gamification }: ProfileDeps, userId: string) {
  try {
    const { total, level } = await gamification.getPoints({ userId, tribeIds: [] });
    return { points: total, level };
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'points of a profile not read; profile shown without them');
    return undefined;
  }
}
