import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { type IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { Membership, Tribe, type TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

const unasked = async () => {
  throw new Error('not asked by messaging');
};

/** Everybody is there, but ids that are pseudonyms; followers are as the test lays them out. */
export class IdentityStub {
  readonly followers = new Map<string, string[]>();
  /** Since when somebody follows whom they follow; who is not here always did. */
  readonly followsSince = new Map<string, Date>();

  get handlers(): Handlers<IdentityServiceService> {
    return {
      getUsers: async ({ ids }) => ({
        users: ids.map((id) =>
          User.fromPartial(id.startsWith('hidden') ? { id, isDeleted: true } : { id, name: `Nombre de ${id}` }),
        ),
      }),
      /** Pages of two. */
      listFollowers: async ({ userId, cursor, asOf }) => {
        const followed = (id: string) => (this.followsSince.get(id)?.toISOString() ?? '') <= asOf;
        const all = (this.followers.get(userId) ?? []).filter(followed);
        const from = Number(cursor || 0);
        const next = from + 2;
        return { userIds: all.slice(from, next), nextCursor: next < all.length ? String(next) : '' };
      },
      resolveSessions: unasked,
      getSite: unasked,
      setAgent: unasked,
    };
  }
}

/** Tribes and memberships as the test lays them out. */
export class TribesStub {
  readonly #tribes = new Map<number, Tribe>();
  readonly #memberships = new Map<string, Membership>();

  add(tribe: Partial<Tribe> & { id: number }): void {
    this.#tribes.set(tribe.id, Tribe.fromPartial({ name: `Tribu ${tribe.id}`, ...tribe }));
  }

  remove(tribeId: number): void {
    this.#tribes.delete(tribeId);
  }

  membership(tribeId: number, { id: userId }: Actor, place: Partial<Membership> = {}): void {
    const usual = { tribeId, userId, status: 'active', role: 'member', levelOrder: 1 };
    this.#memberships.set(`${tribeId}:${userId}`, Membership.fromPartial({ ...usual, ...place }));
  }

  #standingOf(tribeId: number, userId: string): Membership {
    const none = Membership.fromPartial({ tribeId, userId, status: 'none' });
    return this.#memberships.get(`${tribeId}:${userId}`) ?? none;
  }

  /** Out of the tribe. */
  unseat(tribeId: number, { id: userId }: Actor): void {
    this.#memberships.delete(`${tribeId}:${userId}`);
  }

  get handlers(): Handlers<TribesServiceService> {
    return {
      getMembershipsInTribe: async ({ tribeId, userIds }) => {
        const tribe = this.#tribes.get(tribeId);
        if (!tribe) throw fail('not_found');
        return { tribe, memberships: userIds.map((userId) => this.#standingOf(tribeId, userId)) };
      },
      listMemberIds: async ({ tribeId, roles }) => {
        const seated = [...this.#memberships.values()].filter((each) => each.tribeId === tribeId);
        return {
          userIds: seated.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId),
          nextCursor: '',
        };
      },
      getMemberships: async ({ userId, tribeIds }) => {
        const tribes = tribeIds.flatMap((id) => this.#tribes.get(id) ?? []);
        return { tribes, memberships: tribes.map(({ id }) => this.#standingOf(id, userId)) };
      },
      getTribes: unasked,
      listMemberships: unasked,
      ensureHomininiMember: unasked,
    };
  }
}
