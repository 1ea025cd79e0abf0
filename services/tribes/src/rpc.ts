import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type * as proto from '@tribus/proto/tribes/v1/service.ts';
import { z } from 'zod';
import { homininiId } from '../limits.ts';
import { found, isHominini } from './access.ts';
import type { Parts } from './deps.ts';
import { bannerUrl } from './present.ts';
import { isActive, type Standing } from './store/memberships.ts';
import type { StoredTribe } from './store/tribes.ts';
import { welcome } from './user-lifecycle.ts';

const usualIds = 200;
const mostIds = 500;

/** For the siblings, who ask at every page of theirs: one statement each. */
export function tribesRpc(parts: Parts): Handlers<proto.TribesServiceService> {
  const { ctx, store, cursors } = parts;
  const tribeMessage = (tribe: StoredTribe) =>
    messageOf(tribe, tribe.image ? bannerUrl(parts, tribe, tribe.image.key) : '');
  return {
    async getTribes({ ids }) {
      const seen = await store.tribes.seenBy('', ids);
      return { tribes: seen.map(({ tribe }) => tribeMessage(tribe)) };
    },

    async getStandings({ userId, tribeIds }) {
      const seen = await store.tribes.seenBy(userId, tribeIds);
      return {
        standings: seen.map(({ tribe, standing }) => standingMessage(tribe.id, userId, standing)),
        tribes: seen.map(({ tribe }) => tribeMessage(tribe)),
      };
    },

    async getMemberStandings({ tribeId, userIds }) {
      const { tribe, members } = found(await store.tribes.withMembers(tribeId, userIds));
      const standings = new Map(members.map((member) => [member.userId, member]));
      return {
        tribe: tribeMessage(tribe),
        standings: [...new Set(userIds)].map((id) => standingMessage(tribeId, id, standings.get(id) ?? null)),
      };
    },

    async listMemberships({ userId, statuses }) {
      const seen = await store.tribes.ofUser(userId, statuses.length > 0 ? statuses : ['active']);
      return {
        memberships: seen.map(({ tribe, standing }) => ({
          tribe: tribeMessage(tribe),
          standing: standingMessage(tribe.id, userId, standing),
        })),
      };
    },

    async listMemberIds({ tribeId, roles, cursor, limit }) {
      const list = `member-ids:${tribeId}:${roles.join()}`;
      const after = cursor === '' ? '' : cursors.decode(list, cursor, z.string());
      const most = Math.min(mostIds, limit > 0 ? limit : usualIds);
      const ids = await store.members.ids(tribeId, roles, most + 1, after);
      if (ids.length === 0) found((await store.tribes.seenBy('', [tribeId]))[0]);
      const userIds = ids.slice(0, most);
      return { userIds, nextCursor: ids.length > most ? cursors.encode(list, userIds.at(-1)) : '' };
    },

    async ensureHomininiMember({ userId }) {
      const standing = await store.transaction((tx) => welcome(ctx, tx, userId));
      return { standing: standingMessage(homininiId, userId, standing) };
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

const standingMessage = (tribeId: number, userId: string, standing: Standing | null): proto.Standing => ({
  tribeId,
  userId,
  status: standing?.status ?? 'none',
  role: standing?.role ?? '',
  levelOrder: standing?.levelOrder ?? 0,
  joinedAt: standing && isActive(standing) ? standing.since.toISOString() : '',
});
