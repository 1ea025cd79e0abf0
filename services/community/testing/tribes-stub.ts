import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import {
  type BanMemberRequest,
  type GetMemberHistoryRequest,
  GetMemberHistoryResponse,
  Membership,
  type RecordRequiredLevelRequest,
  Tribe,
  TribesServiceService,
} from '@tribus/proto/tribes/v1/service.ts';
import { homininiId } from '../limits.ts';
import { person } from './factories.ts';

/** Tribes with data set by a test; all rpcs use the same data. */
export class TribesStub implements PeerStub<TribesServiceService> {
  readonly definition = TribesServiceService;
  readonly #tribes = new Map<number, Tribe>();
  readonly #memberships = new Map<string, Membership>();
  readonly #calls = new Map<string, number>();
  /** Bans by cause id, including lifted ones. */
  readonly bans = new Map<string, { ban: BanMemberRequest; isLifted: boolean }>();
  /** Causes of the bans that were to be lifted. */
  readonly liftedCauses: string[] = [];
  /** Runs before a required level is recorded; a test may change the tribe meanwhile. */
  beforeRecordingLevel: (required: RecordRequiredLevelRequest) => Promise<void> = async () => undefined;
  /** Levels required by posts, in the order of the calls. */
  readonly requiredLevels: RecordRequiredLevelRequest[] = [];
  /** Handles a ban and a lifting; a thrown error is the response. By default both take effect. */
  onBan: (impose: () => void) => Promise<void> = async (impose) => impose();
  onLift: (lift: () => void) => Promise<void> = async (lift) => lift();
  /** Number of membership calls. */
  membershipCalls = 0;
  /** Response of getMemberHistory; empty unless a test sets it. */
  history: (request: GetMemberHistoryRequest) => Partial<GetMemberHistoryResponse> = () => ({});
  #lastId = 99;

  addTribe(tribe: Partial<Tribe> & { id: number }): void {
    const usual = { name: `Tribu ${tribe.id}`, picturesPublic: !tribe.isPrivate, levelsCount: 5 };
    this.#tribes.set(tribe.id, Tribe.fromPartial({ ...usual, ...tribe }));
  }

  /** Removes a tribe with its memberships. */
  removeTribe(tribeId: number): void {
    this.#tribes.delete(tribeId);
    for (const key of this.#memberships.keys()) if (key.startsWith(`${tribeId}:`)) this.#memberships.delete(key);
  }

  /** Adds a tribe with its owner; returns its id. */
  createTribe(owner: Actor = person(), more: Partial<Tribe> = {}): number {
    const id = ++this.#lastId;
    this.addTribe({ id, ownerId: owner.id, ...more });
    this.setMembership(id, owner, { role: 'owner', levelOrder: 5 });
    return id;
  }

  /** Creates a user with a membership. */
  addMember(tribeId: number, membership?: Partial<Membership>): Actor {
    const actor = person();
    this.setMembership(tribeId, actor, membership);
    return actor;
  }

  /** Sets a membership; by default active and of the lowest level. */
  setMembership(tribeId: number, { id: userId }: Pick<Actor, 'id'>, membership: Partial<Membership> = {}): void {
    const usual = { tribeId, userId, status: 'active', role: 'member', levelOrder: 1 } as const;
    this.#memberships.set(`${tribeId}:${userId}`, Membership.fromPartial({ ...usual, ...membership }));
  }

  /** Ends a membership and records the former level. */
  removeMembership(tribeId: number, { id: userId }: Pick<Actor, 'id'>): void {
    const { role, levelOrder } = this.membershipOf(tribeId, userId);
    const formerLevelOrder = role === 'member' ? levelOrder : 0;
    this.#memberships.set(`${tribeId}:${userId}`, Membership.fromPartial({ tribeId, userId, formerLevelOrder }));
  }

  /** Returns the membership; status `none` without one. */
  membershipOf(tribeId: number, userId: string): Membership {
    const none = { tribeId, userId, status: 'none' } as const;
    return this.#memberships.get(`${tribeId}:${userId}`) ?? Membership.fromPartial(none);
  }

  /** Number of calls for memberships in a tribe that included this user. */
  callsAbout({ id }: Actor): number {
    return this.#calls.get(id) ?? 0;
  }

  readonly handlers: Partial<Handlers<TribesServiceService>> = {
    getTribes: async ({ ids }) => ({ tribes: ids.flatMap((id) => this.#tribes.get(id) ?? []) }),
    getMemberships: async ({ userId, tribeIds }) => {
      this.membershipCalls += 1;
      const tribes = tribeIds.flatMap((id) => this.#tribes.get(id) ?? []);
      return { tribes, memberships: tribes.map(({ id }) => this.membershipOf(id, userId)) };
    },
    getMembershipsInTribe: async ({ tribeId, userIds }) => {
      this.membershipCalls += 1;
      const tribe = this.#tribes.get(tribeId);
      if (!tribe) throw fail('not_found');
      for (const id of userIds) this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
      return { tribe, memberships: userIds.map((userId) => this.membershipOf(tribeId, userId)) };
    },
    listMemberships: async ({ userId, statuses }) => {
      const own = [...this.#memberships.values()].filter((each) => each.userId === userId);
      const wanted = own.filter(({ status }) =>
        statuses.length > 0 ? statuses.includes(status) : status === 'active',
      );
      return { memberships: wanted.map((membership) => ({ tribe: this.#tribes.get(membership.tribeId), membership })) };
    },
    listMemberIds: async ({ tribeId, roles, cursor, limit }) => {
      const members = [...this.#memberships.values()].filter((each) => each.tribeId === tribeId);
      const wanted = members.filter(({ role }) => role !== 'none' && (roles.length === 0 || roles.includes(role)));
      if (wanted.length === 0 && !this.#tribes.has(tribeId)) throw fail('not_found');
      const from = Number(cursor || 0);
      const next = from + (limit || 200);
      const userIds = wanted.slice(from, next).map(({ userId }) => userId);
      return { userIds, nextCursor: next < wanted.length ? String(next) : '' };
    },
    listFellows: async ({ viewerId, viewerIsAdmin }) => ({ fellows: this.#fellowsOf(viewerId, viewerIsAdmin) }),
    getMemberHistory: async (request) => {
      if (!this.#tribes.has(request.tribeId)) throw fail('not_found');
      return GetMemberHistoryResponse.fromPartial(this.history(request));
    },
    banMember: async (ban) => {
      if (ban.authority === 'none' || ban.causeId === '') throw fail('invalid_input');
      if (!this.#tribes.has(ban.tribeId)) throw fail('not_found');
      await this.onBan(() => {
        if (!this.bans.has(ban.causeId)) this.bans.set(ban.causeId, { ban, isLifted: false });
      });
      return {};
    },
    liftBan: async ({ causeId }) => {
      await this.onLift(() => {
        this.liftedCauses.push(causeId);
        const imposed = this.bans.get(causeId);
        if (imposed) imposed.isLifted = true;
      });
      return {};
    },
    recordRequiredLevel: async (required) => {
      await this.beforeRecordingLevel(required);
      const tribe = this.#tribes.get(required.tribeId);
      if (!tribe || required.levelOrder > (tribe.levelsCount || Number.POSITIVE_INFINITY)) throw fail('not_found');
      this.requiredLevels.push(required);
      return {};
    },
    exportPersonalData: async ({ userId, area }) => ({ records: [JSON.stringify({ userId, area })], nextCursor: '' }),
    ensureHomininiMember: async ({ userId }) => {
      this.setMembership(homininiId, { id: userId });
      return { membership: this.membershipOf(homininiId, userId) };
    },
  };

  #fellowsOf(viewerId: string, isAdmin: boolean) {
    const all = [...this.#memberships.values()].filter(
      ({ tribeId, status }) => status === 'active' && tribeId !== homininiId,
    );
    const byUser = new Map<string, number[]>();
    for (const own of all.filter(({ userId }) => userId === viewerId))
      for (const { tribeId, userId, role, levelOrder } of all) {
        const isSeen = isAdmin || own.role !== 'member' || role !== 'member' || levelOrder <= own.levelOrder;
        if (tribeId === own.tribeId && userId !== viewerId && isSeen)
          byUser.set(userId, [...(byUser.get(userId) ?? []), tribeId]);
      }
    return [...byUser].map(([userId, tribeIds]) => ({ userId, tribeId: Math.min(...tribeIds), tribeIds }));
  }
}
