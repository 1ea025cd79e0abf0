import { type Actor, isAdmin, userIdOf } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { UserDeleted, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import {
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRestricted,
  MemberRoleChanged,
  TribeDeleted,
  TribeUpdated,
} from '@tribus/proto/tribes/v1/events.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { mayModerate } from './access.ts';
import { BlockDirectory, type Mutes } from './block-directory.ts';
import { findHidden } from './hidden-person.ts';
import { loadMemberships, membershipKey, tribeOf, userOf } from './load-memberships.ts';
import type { Membership } from './membership.ts';
import type { Person } from './person.ts';
import type { TribeUserSet } from './tribe-user-set.ts';
import { isAmong, isHidden, type UserPresenter, type ViewContext } from './user-presenter.ts';
import { contextOf, namesDependOnLevel } from './view-context.ts';

interface Sources {
  identity: Calls<typeof IdentityServiceService>;
  tribes: Calls<typeof TribesServiceService>;
  presenter: UserPresenter;
  bus: Bus;
  /** Lifetime of a cache entry that no event evicts. */
  ttlMs?: number;
}

const usualTtlMs = 3_000;

/**
 * Users of identity and their memberships in tribes, for services that present users. A cache miss costs one call to
 * each of the two services; their events evict changed entries. Only active memberships and those of visitors are
 * cached, so that a new member gets access at once.
 */
export class MembershipDirectory {
  readonly #presenter: UserPresenter;
  readonly #tribes: Calls<typeof TribesServiceService>;
  readonly #users: BatchCache<string, User>;
  readonly #memberships: BatchCache<string, Membership>;
  readonly #blocks: BlockDirectory;

  constructor({ identity, tribes, presenter, bus, ttlMs = usualTtlMs }: Sources) {
    this.#presenter = presenter;
    this.#tribes = tribes;
    this.#blocks = new BlockDirectory(identity, bus, ttlMs);
    this.#users = new BatchCache(async (ids) => byId((await identity.getUsers({ ids })).users), { max: 5_000, ttlMs });
    this.#memberships = new BatchCache((keys) => loadMemberships(tribes, keys), {
      max: 20_000,
      ttlMs,
      keep: (membership, key) => membership.status === 'active' || userOf(key) === '',
    });
    this.#listen(bus);
  }

  /**
   * Returns a user's membership in a tribe; throws `not_found` without the tribe. Visitors (`''`) have none anywhere.
   */
  async getMembership(userId: string, tribeId: number): Promise<Membership> {
    const membership = await this.#memberships.get(membershipKey(tribeId, userId));
    if (!membership) throw fail('not_found');
    return membership;
  }

  /** Returns the membership without the cache, for decisions made long after the first check. */
  getFreshMembership(userId: string, tribeId: number): Promise<Membership> {
    this.#memberships.delete(membershipKey(tribeId, userId));
    return this.getMembership(userId, tribeId);
  }

  /** As getMemberships, without the cache. */
  getFreshMemberships(userIds: readonly string[], tribeId: number): Promise<Map<string, Membership>> {
    for (const userId of userIds) this.#memberships.delete(membershipKey(tribeId, userId));
    return this.getMemberships(userIds, tribeId);
  }

  /** Memberships of several users in one tribe, by user id. */
  async getMemberships(userIds: Iterable<string>, tribeId: number): Promise<Map<string, Membership>> {
    const memberships = await this.#memberships.getMany([...userIds].map((id) => membershipKey(tribeId, id)));
    return new Map([...memberships].map(([key, membership]) => [userOf(key), membership]));
  }

  /** One user's memberships in several tribes, by tribe id; omits tribes that do not exist. */
  async getMembershipsOf(userId: string, tribeIds: Iterable<number>): Promise<Map<number, Membership>> {
    const memberships = await this.#memberships.getMany([...tribeIds].map((tribeId) => membershipKey(tribeId, userId)));
    return new Map([...memberships].map(([key, membership]) => [tribeOf(key), membership]));
  }

  /** Several users by id; a deleted user has `isDeleted`. */
  getUsers(ids: Iterable<string>): Promise<Map<string, User>> {
    return this.#users.getMany(ids);
  }

  /** Presents users to the viewer in a tribe, by real id; omits users who must not be shown. */
  async presentUsersIn(viewer: Actor, tribeId: number, ids: Iterable<string>): Promise<People> {
    const people = await this.presentUsersAcross(viewer, new Map([[tribeId, ids]]));
    return people.get(tribeId) ?? new Map();
  }

  /** Presents the viewer to themself in a tribe. */
  async presentSelfIn(viewer: Actor, tribeId: number): Promise<Person> {
    const self = (await this.presentUsersIn(viewer, tribeId, [viewer.id])).get(viewer.id);
    if (!self) throw new Error('the viewer is missing from their own presentation');
    return self;
  }

  /** Returns the user with this pseudonym for the viewer in a tribe, member or not; for the server only. */
  subjectOf(viewer: Actor, pseudonym: string, tribeId: number): string | undefined {
    return this.#presenter.pseudonyms.subjectOf(viewer, pseudonym, tribeId);
  }

  /** Resolves a pseudonym that the viewer sees in one of their tribes; see `findHidden`. */
  findHidden(viewer: Actor, known: { pseudonym: string; tribeId: number }): Promise<string | undefined> {
    return findHidden({ tribes: this.#tribes, presenter: this.#presenter }, viewer, known);
  }

  /** Returns whether a viewer sees a user only by pseudonym in a tribe. */
  async hiddenFrom(
    viewers: readonly Actor[],
    subjects: readonly { tribeId: number; userId: string }[],
  ): Promise<(viewer: Actor, subject: { tribeId: number; userId: string }) => boolean> {
    const idsIn = (userId: string) => [userId, ...viewers.map(userIdOf)];
    const keys = subjects.flatMap(({ tribeId, userId }) => idsIn(userId).map((id) => membershipKey(tribeId, id)));
    const memberships = await this.#memberships.getMany(new Set(keys));
    return (viewer, { tribeId, userId: id }) => {
      const [subject, own] = [id, userIdOf(viewer)].map((each) => memberships.get(membershipKey(tribeId, each)));
      return isHidden(viewer, { id }, contextOf(tribeId, subject, own));
    };
  }

  /** Placeholder for a user missing from presentUsers, where the list keeps the entry. */
  presentUnavailable(viewer: Actor): Person {
    return this.#presenter.presentUnavailable(viewer);
  }

  /**
   * Presents the users of several tribes to the viewer, by tribe and real id; one call to identity, and to tribes at
   * most one per tribe or user.
   */
  async presentUsersAcross(
    viewer: Actor,
    idsByTribe: ReadonlyMap<number, Iterable<string>>,
  ): Promise<Map<number, People>> {
    const wanted = [...idsByTribe].map(([tribeId, ids]) => ({ tribeId, ids: [...new Set(ids)] }));
    const viewerIds = viewer.kind === 'user' ? [viewer.id] : [];
    const keys = wanted.flatMap(({ tribeId, ids }) => [...ids, ...viewerIds].map((id) => membershipKey(tribeId, id)));
    const userIds = wanted.flatMap(({ ids }) => ids);
    const [users, memberships, shownTo] = await Promise.all([
      this.getUsers(userIds),
      this.#memberships.getMany(keys),
      this.#blocks.viewerOf(viewer, userIds),
    ]);
    return new Map(
      wanted.map(({ tribeId, ids }) => {
        const own = memberships.get(membershipKey(tribeId, viewer.id));
        const contextFor = ({ id }: User) => contextOf(tribeId, memberships.get(membershipKey(tribeId, id)), own);
        const inTribe = ids.flatMap((id) => users.get(id) ?? []);
        return [
          tribeId,
          this.#presentAll(inTribe, (user) => this.#presenter.presentUser(shownTo, user, contextFor(user))),
        ];
      }),
    );
  }

  /** Presents users outside of any tribe. */
  async presentUsers(viewer: Actor, ids: Iterable<string>): Promise<People> {
    const userIds = [...ids];
    const [users, shownTo] = await Promise.all([this.getUsers(userIds), this.#blocks.viewerOf(viewer, userIds)]);
    return this.#presentAll(users.values(), (user) => this.#presenter.presentUser(shownTo, user, null));
  }

  #presentAll(users: Iterable<User>, present: (user: User) => Person | undefined): People {
    const shown = [...users].flatMap((user): [string, Person][] => {
      const person = present(user);
      return person ? [[user.id, person]] : [];
    });
    return new Map(shown);
  }

  /**
   * Users whose posts, comments and messages are hidden from the viewer in a tribe; empty for its moderators. Of `only`
   * when given: otherwise each block costs a membership, and those above `listedBlocksMax` are not contained.
   */
  async blockedIn(viewer: Actor, tribeId: number, only?: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    return (await this.blockedAcross(viewer, [tribeId], only)).get(tribeId) ?? new Set();
  }

  /** Returns the users of `blockedIn` for each of the tribes. */
  async blockedAcross(
    viewer: Actor,
    tribeIds: Iterable<number>,
    only?: ReadonlySet<string>,
  ): Promise<Map<number, ReadonlySet<string>>> {
    const blocks = await this.#blocks.blocksOf(userIdOf(viewer), only);
    const among = await this.#resolveByTribe(blocks, viewer, tribeIds);
    const memberships = await this.getMembershipsOf(userIdOf(viewer), blocks.isEmpty ? [] : among.keys());
    const isModerating = (tribeId: number): boolean => {
      const membership = memberships.get(tribeId);
      return membership ? mayModerate(viewer, membership) : isAdmin(viewer);
    };
    return new Map([...among].map(([id, users]) => [id, isModerating(id) ? new Set() : users]));
  }

  /**
   * Users from whom the viewer receives no direct messages and notifications, by tribe, for moderators too; 0 is
   * outside of any tribe. Only users of `among` when given: each of them costs a membership per tribe.
   */
  async unreachableAcross(
    viewer: Actor,
    tribeIds: Iterable<number>,
    among?: ReadonlySet<string>,
  ): Promise<Map<number, ReadonlySet<string>>> {
    return this.#resolveByTribe(await this.#blocks.blocksOf(userIdOf(viewer), among), viewer, tribeIds);
  }

  /** Users whom the viewer blocked or is blocked by, anywhere, as in `BlockDirectory.blocksOf`. */
  async namedByBlocks(viewer: Actor): Promise<string[]> {
    return (await this.#blocks.blocksOf(userIdOf(viewer))).all;
  }

  /** Users whom the viewer muted, by tribe, of `among` when given; 0 is outside of any tribe. */
  async mutedAcross(
    viewer: Actor,
    tribeIds: Iterable<number>,
    among?: ReadonlySet<string>,
  ): Promise<Map<number, ReadonlySet<string>>> {
    const { users } = await this.#blocks.mutesOf(userIdOf(viewer));
    return this.#resolveByTribe(among ? users.among(among) : users, viewer, tribeIds);
  }

  /** Users whom the viewer muted, and those of `namedByBlocks`. */
  async namedByFilters(viewer: Actor): Promise<string[]> {
    const id = userIdOf(viewer);
    const [blocks, mutes] = await Promise.all([this.#blocks.blocksOf(id), this.#blocks.mutesOf(id)]);
    return [...new Set([...blocks.all, ...mutes.users.all])];
  }

  /** All mutes of the viewer. */
  mutesOf(viewer: Actor): Promise<Mutes> {
    return this.#blocks.mutesOf(userIdOf(viewer));
  }

  /** Returns the viewers with a block between them and this user anywhere; one call to identity. */
  async viewersBlockedWith(userId: string, viewers: readonly Actor[]): Promise<Actor[]> {
    const blocks = await this.#blocks.blocksAmong(userId, viewers.map(userIdOf));
    return blocks.isEmpty ? [] : viewers.filter(({ id }) => blocks.names(id));
  }

  /** Loads blocks and mutes of several viewers in one call. */
  loadBlocks(viewers: readonly Actor[]): Promise<void> {
    return this.#blocks.load(viewers.map(userIdOf));
  }

  /** Resolves blocks or mutes to users per tribe; 0 is outside of any tribe. */
  async #resolveByTribe(
    users: TribeUserSet,
    viewer: Actor,
    tribeIds: Iterable<number>,
  ): Promise<Map<number, ReadonlySet<string>>> {
    const wanted = [...new Set(tribeIds)];
    if (users.isEmpty) return new Map(wanted.map((id) => [id, new Set()]));
    const named = [...users.everywhere];
    const own = await this.getMembershipsOf(viewer.id, named.length > 0 ? wanted.filter((id) => id !== 0) : []);
    const keys = [...own].flatMap(([tribeId, membership]) =>
      namesDependOnLevel(viewer, membership) ? named.map((id) => membershipKey(tribeId, id)) : [],
    );
    const memberships = await this.#memberships.getMany(keys);
    const membership = (tribeId: number, id: string) => memberships.get(membershipKey(tribeId, id));
    const contextIn = (tribeId: number, id: string): ViewContext | null =>
      tribeId === 0 ? null : contextOf(tribeId, membership(tribeId, id), own.get(tribeId));
    return new Map(
      wanted.map((tribeId) => {
        const shown = named.filter((id) => isAmong(users, viewer, { id }, contextIn(tribeId, id)));
        return [tribeId, new Set([...shown, ...(tribeId === 0 ? [] : users.in(tribeId))])];
      }),
    );
  }

  #listen(bus: Bus): void {
    for (const type of [UserUpdated, UserDeleted])
      bus.listen<{ userId: string }>(type, ({ userId }) => this.#users.delete(userId));
    for (const type of [MemberJoined, MemberLeft, MemberRoleChanged, MemberLevelChanged, MemberRestricted])
      bus.listen<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
        this.#memberships.delete(membershipKey(tribeId, userId)),
      );
    for (const type of [TribeUpdated, TribeDeleted])
      bus.listen<{ tribeId: number }>(type, ({ tribeId }) =>
        this.#memberships.deleteWhere((key) => key.startsWith(membershipKey(tribeId, ''))),
      );
  }
}

/** People as the viewer may see them, by real id; users who must not be shown are absent. */
export type People = ReadonlyMap<string, Person>;

const byId = (users: readonly User[]): Map<string, User> => new Map(users.map((user) => [user.id, user]));
