import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import { codeOf, fail } from '@tribus/kit/runtime/errors.ts';
import { UserDeleted, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import {
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  TribeDeleted,
  TribeUpdated,
} from '@tribus/proto/tribes/v1/events.ts';
import type { Membership as MembershipMessage, Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { type Membership, tribeRoleOf } from './membership.ts';
import type { Person } from './person.ts';
import type { UserPresenter, ViewContext } from './user-presenter.ts';

interface Sources {
  identity: Calls<typeof IdentityServiceService>;
  tribes: Calls<typeof TribesServiceService>;
  presenter: UserPresenter;
  bus: Bus;
}

const ttlMs = 3_000;

/**
 * Who is who, and where: users of identity and their memberships in tribes, for services that show people to people.
 * What is not cached costs one call to each of the two services; their events remove what changed. Only active
 * memberships and those of visitors are cached, so that who has just joined is let in at once.
 */
export class MembershipDirectory {
  readonly #presenter: UserPresenter;
  readonly #users: BatchCache<string, User>;
  readonly #memberships: BatchCache<string, Membership>;

  constructor({ identity, tribes, presenter, bus }: Sources) {
    this.#presenter = presenter;
    this.#users = new BatchCache(async (ids) => byId((await identity.getUsers({ ids })).users), { max: 5_000, ttlMs });
    this.#memberships = new BatchCache((keys) => loadMemberships(tribes, keys), {
      max: 20_000,
      ttlMs,
      keep: (membership, key) => membership.status === 'active' || userOf(key) === '',
    });
    this.#listen(bus);
  }

  /** Somebody's membership in a tribe. Throws `not_found` when there is no such tribe. A visitor (`''`) is a member nowhere. */
  async getMembership(userId: string, tribeId: number): Promise<Membership> {
    const membership = await this.#memberships.get(membershipKey(tribeId, userId));
    if (!membership) throw fail('not_found');
    return membership;
  }

  /** The memberships of several people in one tribe, by user id. */
  async getMemberships(userIds: Iterable<string>, tribeId: number): Promise<Map<string, Membership>> {
    const memberships = await this.#memberships.getMany([...userIds].map((id) => membershipKey(tribeId, id)));
    return new Map([...memberships].map(([key, membership]) => [userOf(key), membership]));
  }

  /** One person's memberships in several tribes, by tribe id; tribes that do not exist are absent. */
  async getMembershipsOf(userId: string, tribeIds: Iterable<number>): Promise<Map<number, Membership>> {
    const memberships = await this.#memberships.getMany([...tribeIds].map((tribeId) => membershipKey(tribeId, userId)));
    return new Map([...memberships].map(([key, membership]) => [tribeOf(key), membership]));
  }

  /** The facts of several people, by id; those who are gone are marked so. */
  getUsers(ids: Iterable<string>): Promise<Map<string, User>> {
    return this.#users.getMany(ids);
  }

  /** Several people as `viewer` may see them in a tribe, by their real ids. */
  async presentUsersIn(viewer: Actor, tribeId: number, ids: Iterable<string>): Promise<Map<string, Person>> {
    const people = await this.presentUsersAcross(viewer, new Map([[tribeId, ids]]));
    return people.get(tribeId) ?? new Map();
  }

  /**
   * The people of several tribes as `viewer` may see them there, by tribe and real id; one call to identity for all of
   * them, and to tribes no more than there are tribes or people.
   */
  async presentUsersAcross(
    viewer: Actor,
    idsByTribe: ReadonlyMap<number, Iterable<string>>,
  ): Promise<Map<number, Map<string, Person>>> {
    const wanted = [...idsByTribe].map(([tribeId, ids]) => ({ tribeId, ids: [...new Set(ids)] }));
    const viewerIds = viewer.kind === 'user' ? [viewer.id] : [];
    const keys = wanted.flatMap(({ tribeId, ids }) => [...ids, ...viewerIds].map((id) => membershipKey(tribeId, id)));
    const [users, memberships] = await Promise.all([
      this.getUsers(wanted.flatMap(({ ids }) => ids)),
      this.#memberships.getMany(keys),
    ]);
    const present = (tribeId: number, user: User): Person => {
      const [subject, own] = [user.id, viewer.id].map((id) => memberships.get(membershipKey(tribeId, id)));
      return this.#presenter.presentUser(viewer, user, contextOf(tribeId, subject, own));
    };
    return new Map(
      wanted.map(({ tribeId, ids }) => {
        const inTribe = ids.flatMap((id) => users.get(id) ?? []);
        return [tribeId, new Map(inTribe.map((user) => [user.id, present(tribeId, user)]))];
      }),
    );
  }

  /** Several people outside of any tribe. */
  async presentUsers(viewer: Actor, ids: Iterable<string>): Promise<Map<string, Person>> {
    const users = await this.getUsers(ids);
    return new Map([...users].map(([id, user]) => [id, this.#presenter.presentUser(viewer, user, null)]));
  }

  #listen(bus: Bus): void {
    for (const type of [UserUpdated, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#users.delete(userId));
    for (const type of [MemberJoined, MemberLeft, MemberRoleChanged, MemberLevelChanged])
      bus.listen<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
        this.#memberships.delete(membershipKey(tribeId, userId)),
      );
    for (const type of [TribeUpdated, TribeDeleted]) bus.listen<unknown>(type, () => this.#memberships.clear());
  }
}

/** One of the people that were asked for; identity answers for everybody, also for those who are gone. */
export function requirePerson(people: ReadonlyMap<string, Person>, id: string): Person {
  const person = people.get(id);
  if (!person) throw new Error('identity did not answer for everybody asked');
  return person;
}

const contextOf = (tribeId: number, subject: Membership | undefined, viewer: Membership | undefined): ViewContext => ({
  tribeId,
  isHominini: (subject ?? viewer)?.tribe.isHominini ?? false,
  // A tribe that nobody knows of (any more) is treated as a private one.
  isPrivate: (subject ?? viewer)?.tribe.isPrivate ?? true,
  viewer: tribeRoleOf(viewer),
  subject: tribeRoleOf(subject),
});

const membershipKey = (tribeId: number, userId: string): string => `${tribeId}:${userId}`;
const tribeOf = (key: string): number => Number(key.slice(0, key.indexOf(':')));
const userOf = (key: string): string => key.slice(key.indexOf(':') + 1);
const byId = (users: readonly User[]): Map<string, User> => new Map(users.map((user) => [user.id, user]));

/** One call for each tribe, or for each person when those are fewer. */
async function loadMemberships(tribes: Sources['tribes'], keys: readonly string[]): Promise<Map<string, Membership>> {
  const byTribe = Map.groupBy(keys, tribeOf);
  const byUser = Map.groupBy(keys, userOf);
  const answers = await Promise.all(
    byUser.size < byTribe.size
      ? [...byUser].map(([userId, ofUser]) => membershipsOfUser(tribes, userId, ofUser.map(tribeOf)))
      : [...byTribe].map(([tribeId, ofTribe]) => membershipsInTribe(tribes, tribeId, ofTribe.map(userOf))),
  );
  return new Map(answers.flat());
}

type KeyedMembership = readonly [key: string, membership: Membership];

async function membershipsInTribe(
  tribes: Sources['tribes'],
  tribeId: number,
  userIds: string[],
): Promise<KeyedMembership[]> {
  const answer = await tribes.getMembershipsInTribe({ tribeId, userIds }).catch(noneIfMissing);
  const tribe = answer?.tribe;
  if (!tribe) return [];
  return answer.memberships.map((membership) => [
    membershipKey(tribeId, membership.userId),
    toMembership(tribe, membership),
  ]);
}

async function membershipsOfUser(
  tribes: Sources['tribes'],
  userId: string,
  tribeIds: number[],
): Promise<KeyedMembership[]> {
  const answer = await tribes.getMemberships({ userId, tribeIds });
  const known = new Map(answer.tribes.map((tribe) => [tribe.id, tribe]));
  return answer.memberships.flatMap((membership) => {
    const tribe = known.get(membership.tribeId);
    return tribe ? [[membershipKey(tribe.id, userId), toMembership(tribe, membership)] as const] : [];
  });
}

const toMembership = (tribe: Tribe, { status, role, levelOrder }: MembershipMessage): Membership => ({
  tribe,
  status,
  role,
  levelOrder,
});

function noneIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'not_found') return undefined;
  throw error;
}
