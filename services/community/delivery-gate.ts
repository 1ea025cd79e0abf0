import { type Actor, isAdmin, userIdOf } from '@tribus/kit/core/actor.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';
import { maxReadableLevel, mayModerate, mayRead, mayReadLevel } from './access.ts';
import type { Membership } from './membership.ts';
import type { MembershipDirectory } from './membership-directory.ts';

/** Who may get something that happened in a tribe. */
export type AudienceKind = Exclude<proto.AudienceKind, 'none'>;

/** Who may get something by what they are in a tribe. */
export interface TribeAudience {
  /** null: it happened outside of any tribe, and whoever it is addressed to may get it; of what is for admins, only while they are one. */
  tribeId: number | null;
  /**
   * anyone: it is about the addressee's own membership, so that it is theirs without a membership; readers: as mayRead;
   * members: active ones only; moderators: as mayModerate; admins: site admins, in a tribe or outside of any; followers:
   * readers from whom whoever did it is not hidden, as it comes to those who follow them by their name.
   */
  kind: AudienceKind;
  /** The level below which it does not exist, except for its author and moderators (decisions.md 4). */
  minLevelOrder?: number | undefined;
  authorId?: string | undefined;
}

/** For whom something is. */
export interface Audience extends TribeAudience {
  /** Who did it, null for nobody but the addressee: no block may stand between them. */
  byId: string | null;
  /** It comes to the addressee by name, as a notification or a direct message: blocks hold for moderators, too, and what they muted is left out. */
  isPersonal: boolean;
}

/**
 * Decides over everything that reaches people other than as the answer to a request for one object: live streams,
 * notifications and their number, lists that span tribes, push and mail. It is asked at the moment of delivery, not
 * when the thing is stored or published: who has left, was removed, demoted or lost a level gets nothing more. It
 * learns of a change when `MembershipDirectory` does: with the event, or after three seconds.
 *
 * Names in what is delivered come from `MembershipDirectory.presentUsersIn`. Whether the addressee's account may still
 * be reached at all is decided by the channel, which checks their session.
 */
export class DeliveryGate {
  readonly #directory: MembershipDirectory;

  constructor(directory: MembershipDirectory) {
    this.#directory = directory;
  }

  /** Decides, for one person, over things of these audiences; one call to tribes for what is not cached. */
  async openFor(viewer: Actor, audiences: Iterable<Audience>): Promise<(audience: Audience) => boolean> {
    const wanted = [...audiences];
    const tribeIds = new Set(wanted.flatMap(({ tribeId }) => tribeId ?? []));
    const [memberships, isKeptFrom, isHiddenFrom] = await Promise.all([
      this.#directory.getMembershipsOf(userIdOf(viewer), tribeIds),
      this.#keptFrom(viewer, wanted),
      this.#hiddenFrom([viewer], wanted),
    ]);
    return (audience) =>
      !isKeptFrom(audience) &&
      !isHiddenFrom(viewer, audience) &&
      mayReceive(viewer, audience.tribeId === null ? undefined : memberships.get(audience.tribeId), audience);
  }

  /** Decides over one thing for several people; one call to tribes for those who are not cached. */
  async openTo(viewers: readonly Actor[], audience: Audience): Promise<(viewer: Actor) => boolean> {
    const { tribeId } = audience;
    const [memberships, keptFrom, isHiddenFrom] = await Promise.all([
      tribeId === null ? new Map() : this.#directory.getMemberships(new Set(viewers.map(userIdOf)), tribeId),
      this.#amongKeptFrom(viewers, audience),
      this.#hiddenFrom(viewers, [audience]),
    ]);
    return (viewer) =>
      !keptFrom.has(viewer.id) &&
      !isHiddenFrom(viewer, audience) &&
      mayReceive(viewer, memberships.get(userIdOf(viewer)), audience);
  }

  /** Whether an audience is for those alone who see by name who did it, and the viewer does not. */
  async #hiddenFrom(
    viewers: readonly Actor[],
    audiences: readonly Audience[],
  ): Promise<(viewer: Actor, audience: Audience) => boolean> {
    const placeOf = ({ kind, tribeId, byId: userId }: Audience) =>
      kind === 'followers' && tribeId !== null && userId !== null ? { tribeId, userId } : undefined;
    const isHidden = await this.#directory.hiddenFrom(
      viewers,
      audiences.flatMap((audience) => placeOf(audience) ?? []),
    );
    return (viewer, audience) => {
      const place = placeOf(audience);
      return place !== undefined && isHidden(viewer, place);
    };
  }

  /** Those of the viewers whom a block or a mute keeps it from. */
  async #amongKeptFrom(viewers: readonly Actor[], audience: Audience): Promise<Set<string>> {
    const { byId, isPersonal } = audience;
    // A block is the same from both ends, a mute is not.
    const asked = isPersonal ? viewers : byId ? await this.#directory.amongBlocksOf(byId, viewers) : [];
    if (isPersonal) await this.#directory.loadBlocks(viewers);
    const kept = await Promise.all(
      asked.map(async (viewer) => ((await this.#keptFrom(viewer, [audience]))(audience) ? [viewer.id] : [])),
    );
    return new Set(kept.flat());
  }

  /** What a block or a mute of the viewer keeps from them. */
  async #keptFrom(viewer: Actor, audiences: readonly Audience[]): Promise<(audience: Audience) => boolean> {
    const placesOf = (some: readonly Audience[]) => some.flatMap(({ byId, tribeId }) => (byId ? [tribeId ?? 0] : []));
    const personal = audiences.filter(({ isPersonal }) => isPersonal);
    const others = audiences.filter(({ isPersonal }) => !isPersonal);
    const [blocked, unreachable, muted, mutes] = await Promise.all([
      this.#directory.blockedAcross(viewer, placesOf(others)),
      this.#directory.unreachableAcross(viewer, placesOf(personal)),
      this.#directory.mutedAcross(viewer, placesOf(personal)),
      this.#directory.mutesOf(viewer),
    ]);
    return ({ byId, tribeId, isPersonal }) => {
      const place = tribeId ?? 0;
      const isOfThem = (users: ReadonlyMap<number, ReadonlySet<string>>) =>
        byId !== null && users.get(place)?.has(byId);
      if (!isPersonal) return isOfThem(blocked) ?? false;
      return Boolean(isOfThem(unreachable) || isOfThem(muted) || mutes.tribeIds.has(place));
    };
  }
}

/** Whether somebody with this membership may get it; without a membership the tribe does not exist. */
export function mayReceive(viewer: Actor, membership: Membership | undefined, audience: TribeAudience): boolean {
  if (audience.tribeId === null) return audience.kind !== 'admins' || isAdmin(viewer);
  if (!membership || !isInAudience(viewer, membership, audience.kind)) return false;
  const { minLevelOrder = 1, authorId } = audience;
  if (minLevelOrder <= 1) return true;
  return mayReadLevel(viewer, maxReadableLevel(viewer, membership), { minLevelOrder, authorId });
}

function isInAudience(viewer: Actor, membership: Membership, kind: AudienceKind): boolean {
  switch (kind) {
    case 'anyone':
      return true;
    case 'readers':
    case 'followers':
      return mayRead(viewer, membership);
    case 'members':
      return membership.status === 'active';
    case 'moderators':
      return mayModerate(viewer, membership);
    case 'admins':
      return isAdmin(viewer);
    default:
      return kind satisfies never;
  }
}
