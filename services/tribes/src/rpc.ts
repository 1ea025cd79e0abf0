import { homininiId } from '@tribus/community/limits.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type * as proto from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { isHominini, orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { bannerUrl } from './present.ts';
import { isActive, type Membership } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';
import { ensureHomininiMember } from './user-lifecycle.ts';

const defaultPageSize = 200;
const maxPageSize = 500;

/** Peers call these for every page of theirs: one statement each. */
export function tribesRpc(deps: Deps): Handlers<proto.TribesServiceService> {
  const { ctx, store, cursors } = deps;
  const tribeMessage = (tribe: StoredTribe) =>
    messageOf(tribe, tribe.image ? bannerUrl(deps, tribe, tribe.image.key) : '');
  return {
    async getTribes({ ids }) {
      const found = await store.tribes.findForViewer('', ids);
      return { tribes: found.map(({ tribe }) => tribeMessage(tribe)) };
    },

    async getMemberships({ userId, tribeIds }) {
      const found = await store.tribes.findForViewer(userId, tribeIds);
      return {
        memberships: found.map(({ tribe, membership }) => membershipMessage(tribe.id, userId, membership)),
        tribes: found.map(({ tribe }) => tribeMessage(tribe)),
      };
    },

    async getMembershipsInTribe({ tribeId, userIds }) {
      const { tribe, members } = orNotFound(await store.tribes.findWithMembers(tribeId, userIds));
      const memberships = new Map(members.map((member) => [member.userId, member]));
      return {
        tribe: tribeMessage(tribe),
        memberships: [...new Set(userIds)].map((id) => membershipMessage(tribeId, id, memberships.get(id) ?? null)),
      };
    },

    async listMemberships({ userId, statuses }) {
      const found = await store.tribes.listByUser(userId, statuses.length > 0 ? statuses : ['active']);
      return {
        memberships: found.map(({ tribe, membership }) => ({
          tribe: tribeMessage(tribe),
          membership: membershipMessage(tribe.id, userId, membership),
        })),
      };
    },

    async listMemberIds({ tribeId, roles, cursor, limit }) {
      const list = `member-ids:${tribeId}:${roles.join()}`;
      const after = cursor === '' ? '' : cursors.decode(list, cursor, z.string());
      const pageSize = Math.min(maxPageSize, limit > 0 ? limit : defaultPageSize);
      const ids = await store.members.listUserIds(tribeId, roles, pageSize + 1, after);
      if (ids.length === 0) orNotFound((await store.tribes.findForViewer('', [tribeId]))[0]);
      const userIds = ids.slice(0, pageSize);
      return { userIds, nextCursor: ids.length > pageSize ? cursors.encode(list, userIds.at(-1)) : '' };
    },

    async ensureHomininiMember({ userId }) {
      const membership = await store.transaction((tx) => ensureHomininiMember(ctx, tx, userId));
      return { membership: membershipMessage(homininiId, userId, membership) };
    },
  };
}

const messageOf = (tribe: StoredTribe, imageUrl: string): proto.Tribe => ({
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
});

const membershipMessage = (tribeId: number, userId: string, membership: Membership | null): proto.Membership => ({
  tribeId,
  userId,
  status: membership?.status ?? 'none',
  role: membership?.role ?? 'none',
  levelOrder: membership?.levelOrder ?? 0,
  joinedAt: membership && isActive(membership) ? membership.since.toISOString() : '',
});
