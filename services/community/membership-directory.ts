import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
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
import type { Standing, Tribe, TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { Meeting, People, Standing as Place, PresentedUser } from './user-presenter.ts';

/** A tribe and one person's place in it; `level` is 0 for those who have none. */
export interface Seat {
  tribe: Tribe;
  status: string;
  role: string;
  level: number;
}

interface Sources {
  identity: Calls<typeof IdentityServiceService>;
  tribes: Calls<typeof TribesServiceService>;
  people: People;
  bus: Bus;
}

const ttlMs = 3_000;

/**
 * Who is who, and where: users of identity and their seats in tribes, for services that show people to people. One
 * call to each sibling for what is not remembered; their events empty what changed. Of people only active seats are
 * remembered, so that who has just joined is let in at once.
 */
export class Company {
  readonly #people: People;
  readonly #users: BatchCache<string, User>;
  readonly #seats: BatchCache<string, Seat>;

  constructor({ identity, tribes, people, bus }: Sources) {
    this.#people = people;
    this.#users = new BatchCache(async (ids) => byId((await identity.getUsers({ ids })).users), { max: 5_000, ttlMs });
    this.#seats = new BatchCache((keys) => loadSeats(tribes, keys), {
      max: 20_000,
      ttlMs,
      keep: (seat, key) => seat.status === 'active' || userOf(key) === '',
    });
    this.#listen(bus);
  }

  /** Somebody's seat in a tribe. Throws `not_found` when there is no such tribe. A visitor sits nowhere. */
  async seat(userId: string, tribeId: number): Promise<Seat> {
    const seat = await this.#seats.get(seatKey(tribeId, userId));
    if (!seat) throw fail('not_found');
    return seat;
  }

  /** The seats of several people in one tribe, by user id. */
  async seats(userIds: Iterable<string>, tribeId: number): Promise<Map<string, Seat>> {
    const seats = await this.#seats.getMany([...userIds].map((id) => seatKey(tribeId, id)));
    return new Map([...seats].map(([key, seat]) => [userOf(key), seat]));
  }

  /** One person's seats in several tribes, by tribe id; tribes that do not exist are absent. */
  async seatsOf(userId: string, tribeIds: Iterable<number>): Promise<Map<number, Seat>> {
    const seats = await this.#seats.getMany([...tribeIds].map((tribeId) => seatKey(tribeId, userId)));
    return new Map([...seats].map(([key, seat]) => [tribeOf(key), seat]));
  }

  /** The facts of several people, by id; those who are gone are marked so. */
  users(ids: Iterable<string>): Promise<Map<string, User>> {
    return this.#users.getMany(ids);
  }

  /** Several people as `viewer` may see them in a tribe, by their real ids. */
  async presentIn(viewer: Actor, tribeId: number, ids: Iterable<string>): Promise<Map<string, PresentedUser>> {
    const wanted = [...new Set(ids)];
    const [users, seats] = await Promise.all([
      this.users(wanted),
      this.seats([...wanted, ...(viewer.kind === 'user' ? [viewer.id] : [])], tribeId),
    ]);
    const viewerSeat = seats.get(viewer.id);
    return new Map(
      [...users].map(([id, user]) => {
        const seat = seats.get(id);
        const meeting: Meeting = {
          tribeId,
          isHominini: (seat ?? viewerSeat)?.tribe.isHominini ?? false,
          // A tribe that nobody knows of (any more) is treated as a private one.
          isPrivate: (seat ?? viewerSeat)?.tribe.isPrivate ?? true,
          viewer: placeOf(viewerSeat),
          subject: placeOf(seat),
        };
        return [id, this.#people.presentUser(viewer, user, meeting)];
      }),
    );
  }

  /** Several people outside of any tribe. */
  async present(viewer: Actor, ids: Iterable<string>): Promise<Map<string, PresentedUser>> {
    const users = await this.users(ids);
    return new Map([...users].map(([id, user]) => [id, this.#people.presentUser(viewer, user, null)]));
  }

  #listen(bus: Bus): void {
    for (const type of [UserUpdated, UserDeleted])
      bus.listen([type.$type], (_type, payload) => this.#users.delete(type.decode(payload).userId));
    const aboutMembers = [MemberJoined, MemberLeft, MemberRoleChanged, MemberLevelChanged];
    bus.listen(
      aboutMembers.map((type) => type.$type),
      (type, payload) => {
        const member = aboutMembers.find(({ $type }) => $type === type)?.decode(payload);
        if (member) this.#seats.delete(seatKey(member.tribeId, member.userId));
      },
    );
    bus.listen([TribeUpdated.$type, TribeDeleted.$type], () => this.#seats.clear());
  }
}

/** Whether somebody may read a tribe: hominini is everybody's, others are their active members' and site admins'. */
export const mayRead = (viewer: Actor, seat: Seat): boolean =>
  seat.tribe.isHominini || seat.status === 'active' || isAdmin(viewer);

/** Owner and officers of the tribe, and site admins. */
export const mayModerate = (viewer: Actor, seat: Seat): boolean =>
  isAdmin(viewer) || (seat.status === 'active' && ['owner', 'officer'].includes(seat.role));

/** Up to which level somebody reads there: in hominini a visitor reads what the first level does. */
export const readingLevel = ({ tribe, level }: Seat): number => (tribe.isHominini ? Math.max(1, level) : level);

/** One of the people that were asked for; identity answers for everybody, also for those who are gone. */
export function personOf(people: ReadonlyMap<string, PresentedUser>, id: string): PresentedUser {
  const person = people.get(id);
  if (!person) throw new Error('identity did not answer for everybody asked');
  return person;
}

const placeOf = (seat: Seat | undefined): Place | null =>
  seat?.status === 'active' ? { role: seat.role, levelOrder: seat.level } : null;

const seatKey = (tribeId: number, userId: string): string => `${tribeId}:${userId}`;
const tribeOf = (key: string): number => Number(key.slice(0, key.indexOf(':')));
const userOf = (key: string): string => key.slice(key.indexOf(':') + 1);
const byId = (users: readonly User[]): Map<string, User> => new Map(users.map((user) => [user.id, user]));

/** One call for each tribe, or for each person when those are fewer. */
async function loadSeats(tribes: Sources['tribes'], keys: readonly string[]): Promise<Map<string, Seat>> {
  const byTribe = Map.groupBy(keys, tribeOf);
  const byUser = Map.groupBy(keys, userOf);
  const answers = await Promise.all(
    byUser.size < byTribe.size
      ? [...byUser].map(([userId, ofUser]) => seatsOfUser(tribes, userId, ofUser.map(tribeOf)))
      : [...byTribe].map(([tribeId, ofTribe]) => seatsInTribe(tribes, tribeId, ofTribe.map(userOf))),
  );
  return new Map(answers.flat());
}

type KeyedSeat = readonly [key: string, seat: Seat];

async function seatsInTribe(tribes: Sources['tribes'], tribeId: number, userIds: string[]): Promise<KeyedSeat[]> {
  const answer = await tribes.getMemberStandings({ tribeId, userIds }).catch(noneIfMissing);
  const tribe = answer?.tribe;
  if (!tribe) return [];
  return answer.standings.map((standing) => [seatKey(tribeId, standing.userId), toSeat(tribe, standing)]);
}

async function seatsOfUser(tribes: Sources['tribes'], userId: string, tribeIds: number[]): Promise<KeyedSeat[]> {
  const answer = await tribes.getStandings({ userId, tribeIds });
  const known = new Map(answer.tribes.map((tribe) => [tribe.id, tribe]));
  return answer.standings.flatMap((standing) => {
    const tribe = known.get(standing.tribeId);
    return tribe ? [[seatKey(tribe.id, userId), toSeat(tribe, standing)] as const] : [];
  });
}

const toSeat = (tribe: Tribe, { status, role, levelOrder }: Standing): Seat => ({
  tribe,
  status,
  role,
  level: levelOrder,
});

function noneIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined;
  throw error;
}
