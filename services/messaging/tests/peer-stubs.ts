import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { type IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { Membership, Tribe, type TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

const notCalled = async () => {
  throw new Error('not called by messaging');
};

/** Everybody exists, except ids that are pseudonyms; the test sets who follows whom. */
export class IdentityStub {
  readonly followers = new Map<string, string[]>();
  /** When a follower began to follow; always, where it is not set. */
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
      resolveSessions: notCalled,
      getSite: notCalled,
      setAgent: notCalled,
    };
  }
}

/** Tribes and memberships as the test sets them. */
export class TribesStub {
  readonly #tribes = new Map<number, Tribe>();
  readonly #memberships = new Map<string, Membership>();

  add(tribe: Partial<Tribe> & { id: number }): void {
    this.#tribes.set(tribe.id, Tribe.fromPartial({ name: `Tribu ${tribe.id}`, ...tribe }));
  }

  remove(tribeId: number): void {
    this.#tribes.delete(tribeId);
  }

  setMembership(tribeId: number, { id: userId }: Actor, membership: Partial<Membership> = {}): void {
    const usual = { tribeId, userId, status: 'active', role: 'member', levelOrder: 1 } as const;
    this.#memberships.set(`${tribeId}:${userId}`, Membership.fromPartial({ ...usual, ...membership }));
  }

  #membershipOf(tribeId: number, userId: string): Membership {
    const none = Membership.fromPartial({ tribeId, userId, status: 'none' });
    return this.#memberships.get(`${tribeId}:${userId}`) ?? none;
  }

  removeMembership(tribeId: number, { id: userId }: Actor): void {
    this.#memberships.delete(`${tribeId}:${userId}`);
  }

  get handlers(): Handlers<TribesServiceService> {
    return {
      getMembershipsInTribe: async ({ tribeId, userIds }) => {
        const tribe = this.#tribes.get(tribeId);
        if (!tribe) throw fail('not_found');
        return { tribe, memberships: userIds.map((userId) => this.#membershipOf(tribeId, userId)) };
      },
      listMemberIds: async ({ tribeId, roles }) => {
        const members = [...this.#memberships.values()].filter((each) => each.tribeId === tribeId);
        return {
          userIds: members.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId),
          nextCursor: '',
        };
      },
      getMemberships: async ({ userId, tribeIds }) => {
        const tribes = tribeIds.flatMap((id) => this.#tribes.get(id) ?? []);
        return { tribes, memberships: tribes.map(({ id }) => this.#membershipOf(id, userId)) };
      },
      getTribes: notCalled,
      listMemberships: notCalled,
      ensureHomininiMember: notCalled,
    };
  }
}
