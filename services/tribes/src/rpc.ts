import { homininiId } from '@tribus/community/limits.ts';
import { exportPersonalData } from '@tribus/community/personal-data.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { byId, PagedList } from '@tribus/kit/http/keyset.ts';
import type * as proto from '@tribus/proto/tribes/v1/service.ts';
import { caseReasonMax } from '../limits.ts';
import { isHominini, orNotFound } from './access.ts';
import { banForCause, liftBanForCause } from './bans.ts';
import type { Deps } from './deps.ts';
import { listFellows } from './fellow-members.ts';
import { recordRequiredLevel } from './level-editing.ts';
import { readMemberHistory } from './member-history.ts';
import { tribesAreas } from './personal-data.ts';
import { bannerUrl } from './present.ts';
import { isActive } from './store/memberships.ts';
import { formerKey } from './store/stays.ts';
import type { MemberInTribe, StoredTribe, TribeForViewer } from './store/tribes.ts';
import { countWaitingSubmissions } from './submission-queue.ts';
import { ensureHomininiMember } from './user-lifecycle.ts';

const defaultPageSize = 200;
const maxPageSize = 500;

/**
 * Peers call these for every page, so each is one statement, and one more when some users are not members; in a missing
 * tribe nobody is.
 */
export function tribesRpc(deps: Deps): Handlers<proto.TribesServiceService> {
  const { store, cursors } = deps;
  const areas = tribesAreas(store);
  const tribeMessage = (tribe: StoredTribe) =>
    toTribeMessage(tribe, tribe.image ? bannerUrl(deps, tribe, tribe.image.key) : '');
  return {
    async getTribes({ ids }) {
      const found = await store.tribes.findForViewer('', ids);
      return { tribes: found.map(({ tribe }) => tribeMessage(tribe)) };
    },

    async getMemberships({ userId, tribeIds }) {
      const found = await store.tribes.findForViewer(userId, tribeIds);
      const memberships = found.map(({ tribe, ...own }) => membershipMessage(tribe.id, userId, own));
      return {
        memberships: await withFormerMemberships(store, memberships),
        tribes: found.map(({ tribe }) => tribeMessage(tribe)),
      };
    },

    async getMembershipsInTribe({ tribeId, userIds }) {
      const found = await store.tribes.findWithMembers(tribeId, userIds);
      const byUser = new Map(found?.members.map((member) => [member.userId, toOwnMembership(member)]));
      const memberships = [...new Set(userIds)].map((id) =>
        membershipMessage(tribeId, id, byUser.get(id) ?? toOwnMembership(null)),
      );
      const complete = await withFormerMemberships(store, memberships);
      // Last, so that the duration does not reveal to other users whether an invisible tribe exists.
      return { tribe: tribeMessage(orNotFound(found).tribe), memberships: complete };
    },

    async listMemberships({ userId, statuses }) {
      const found = await store.tribes.listByUser(userId, statuses.length > 0 ? statuses : ['active']);
      return {
        memberships: found.map(({ tribe, ...own }) => ({
          tribe: tribeMessage(tribe),
          membership: membershipMessage(tribe.id, userId, own),
        })),
      };
    },

    async listMemberIds({ tribeId, roles, cursor, limit }) {
      const list = new PagedList(cursors, `member-ids:${tribeId}:${roles.join()}`, byId);
      const query = { limit: Math.min(maxPageSize, limit > 0 ? limit : defaultPageSize), cursor: cursor || undefined };
      const { items: userIds, nextCursor } = await list.read(query, ({ limit, after = '' }) =>
        store.members.listUserIds(tribeId, { roles, limit, after }),
      );
      if (userIds.length === 0) orNotFound((await store.tribes.findForViewer('', [tribeId]))[0]);
      return { userIds, nextCursor: nextCursor ?? '' };
    },

    ...queryRpc(deps),
    ...writingRpc(deps),

    exportPersonalData: (request, { actor }) => exportPersonalData(areas, request, actor),
  };
}

type QueryRpc = 'listFellows' | 'getMemberHistory' | 'countWaitingSubmissions';

/** The rpcs that only pass their request to a rule. */
const queryRpc = (deps: Deps): Pick<Handlers<proto.TribesServiceService>, QueryRpc> => ({
  listFellows: (request) => listFellows(deps, request),
  getMemberHistory: (request) => readMemberHistory(deps, request),
  countWaitingSubmissions: (request) => countWaitingSubmissions(deps, request),
});

type WritingRpc = 'ensureHomininiMember' | 'banMember' | 'liftBan' | 'recordRequiredLevel';

/** The rpcs that change a membership or record a level. */
function writingRpc(deps: Deps): Pick<Handlers<proto.TribesServiceService>, WritingRpc> {
  const { ctx, store } = deps;
  return {
    async ensureHomininiMember({ userId }) {
      const membership = await store.transaction(async (tx) => {
        if (await tx.isActorDeleted(userId)) throw fail('not_found');
        return ensureHomininiMember(ctx, tx, userId);
      });
      return { membership: membershipMessage(homininiId, userId, { membership, restrictedUntil: null }) };
    },

    async banMember({ until, byUserId, authority, ...ban }) {
      const isValid = authority !== 'none' && ban.causeId !== '' && ban.reason.length <= caseReasonMax;
      if (!isValid) throw fail('invalid_input');
      const endsAt = until === '' ? null : new Date(until);
      await banForCause(deps, { ...ban, authority, endsAt, byUserId: byUserId || null });
      return {};
    },

    async liftBan({ causeId }) {
      if (causeId === '') throw fail('invalid_input');
      await liftBanForCause(deps, causeId);
      return {};
    },

    async recordRequiredLevel(required) {
      await recordRequiredLevel(deps, required);
      return {};
    },
  };
}

const toTribeMessage = (tribe: StoredTribe, imageUrl: string): proto.Tribe => ({
  id: tribe.id,
  name: tribe.name,
  normalizedName: tribe.normalizedName,
  description: tribe.description,
  imageUrl,
  imageLqip: tribe.image?.lqip ?? '',
  tags: tribe.tags,
  isPrivate: tribe.isPrivate,
  requiresApproval: tribe.requiresApproval,
  membersCount: tribe.membersCount,
  ownerId: tribe.ownerId,
  isHominini: isHominini(tribe),
  createdAt: tribe.createdAt.toISOString(),
  picturesPublic: tribe.picturesPublic,
  isInvisible: tribe.isInvisible,
  levelsCount: tribe.levelsCount,
});

type Own = Pick<TribeForViewer, 'membership' | 'restrictedUntil'>;

const toOwnMembership = (member: MemberInTribe | null): Own => ({
  membership: member,
  restrictedUntil: member?.restrictedUntil ?? null,
});

const membershipMessage = (
  tribeId: number,
  userId: string,
  { membership, restrictedUntil }: Own,
): proto.Membership => ({
  tribeId,
  userId,
  status: membership?.status ?? 'none',
  role: membership?.role ?? 'none',
  levelOrder: membership?.levelOrder ?? 0,
  joinedAt: membership && isActive(membership) ? membership.since.toISOString() : '',
  restrictedUntil: restrictedUntil?.toISOString() ?? '',
  formerLevelOrder: 0,
});

/**
 * Adds the former membership of non-members. It is queried after the memberships, because a member may be leaving
 * concurrently.
 */
async function withFormerMemberships(
  { stays }: Pick<Deps['store'], 'stays'>,
  memberships: readonly proto.Membership[],
): Promise<proto.Membership[]> {
  const others = memberships.filter(({ status, userId }) => status !== 'active' && userId !== '');
  const levels = await stays.formerLevels(
    [...new Set(others.map(({ tribeId }) => tribeId))],
    [...new Set(others.map(({ userId }) => userId))],
  );
  return memberships.map((each) =>
    each.status === 'active'
      ? each
      : { ...each, formerLevelOrder: levels.get(formerKey(each.tribeId, each.userId)) ?? 0 },
  );
}
