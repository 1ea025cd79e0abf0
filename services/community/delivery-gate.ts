import { type Actor, isAdmin, userIdOf } from '@tribus/kit/core/actor.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';
import { maxReadableLevel, mayModerate, mayRead, mayReadLevel } from './access.ts';
import type { Membership } from './membership.ts';
import type { MembershipDirectory } from './membership-directory.ts';

/** The audience of a tribe event. */
export type AudienceKind = Exclude<proto.AudienceKind, 'none'>;

/** Recipients by their membership in a tribe. */
export interface TribeAudience {
  /** null outside of any tribe: every addressee may receive it; `admins` still requires a site admin. */
  tribeId: number | null;
  /**
   * anyone: concerns the addressee's own membership and needs none; readers: as mayRead; members: active members only;
   * moderators: as mayModerate; admins: site admins, in a tribe or outside of any; followers: readers who see the
   * actor's name, because followers follow by name.
   */
  kind: AudienceKind;
  /** Minimum level of recipients, except the author and moderators (decisions.md 4). */
  minLevelOrder?: number | undefined;
  authorId?: string | undefined;
}

/** The audience of one delivery, with its actor. */
export interface Audience extends TribeAudience {
  /** The actor, whose blocks exclude recipients; null when no user acted. */
  byId: string | null;
  /**
   * Delivered to the addressee by name, as a notification or a direct message: blocks also apply to moderators, and
   * mutes apply.
   */
  isPersonal: boolean;
}

/**
 * Decides on every delivery that is not the response to a request for one object: live streams, notifications and their
 * count, lists over several tribes, push and mail. Checked at the moment of delivery, not when the content is stored or
 * published, so that a user who left, was removed, was demoted or lost a level receives nothing more. Changes take
 * effect when `MembershipDirectory` receives their event, or after three seconds. Names in deliveries come from
 * `MembershipDirectory.presentUsersIn`. The channel checks the session, and so whether the addressee's account is still
 * active.
 */
export class DeliveryGate {
  readonly #directory: MembershipDirectory;

  constructor(directory: MembershipDirectory) {
    this.#directory = directory;
  }

  /** Returns the decision for one viewer over these audiences; one call to tribes for uncached memberships. */
  async openFor(viewer: Actor, audiences: Iterable<Audience>): Promise<(audience: Audience) => boolean> {
    const wanted = [...audiences];
    const tribeIds = new Set(wanted.flatMap(({ tribeId }) => tribeId ?? []));
    const [memberships, isFiltered, isHiddenFrom] = await Promise.all([
      this.#directory.getMembershipsOf(userIdOf(viewer), tribeIds),
      this.#filtersOf(viewer, wanted),
      this.#hiddenFrom([viewer], wanted),
    ]);
    return (audience) =>
      !isFiltered(audience) &&
      !isHiddenFrom(viewer, audience) &&
      mayReceive(viewer, audience.tribeId === null ? undefined : memberships.get(audience.tribeId), audience);
  }

  /** Returns the decision over one audience for several viewers; one call to tribes for uncached memberships. */
  async openTo(viewers: readonly Actor[], audience: Audience): Promise<(viewer: Actor) => boolean> {
    const { tribeId } = audience;
    const [memberships, filtered, isHiddenFrom] = await Promise.all([
      tribeId === null ? new Map() : this.#directory.getMemberships(new Set(viewers.map(userIdOf)), tribeId),
      this.#filteredViewers(viewers, audience),
      this.#hiddenFrom(viewers, [audience]),
    ]);
    return (viewer) =>
      !filtered.has(viewer.id) &&
      !isHiddenFrom(viewer, audience) &&
      mayReceive(viewer, memberships.get(userIdOf(viewer)), audience);
  }

  /** Returns whether a `followers` audience is hidden from the viewer, who does not see the actor's name. */
  async #hiddenFrom(
    viewers: readonly Actor[],
    audiences: readonly Audience[],
  ): Promise<(viewer: Actor, audience: Audience) => boolean> {
    const subjectOf = ({ kind, tribeId, byId: userId }: Audience) =>
      kind === 'followers' && tribeId !== null && userId !== null ? { tribeId, userId } : undefined;
    const isHidden = await this.#directory.hiddenFrom(
      viewers,
      audiences.flatMap((audience) => subjectOf(audience) ?? []),
    );
    return (viewer, audience) => {
      const subject = subjectOf(audience);
      return subject !== undefined && isHidden(viewer, subject);
    };
  }

  /** Returns the ids of the viewers excluded by a block or a mute. */
  async #filteredViewers(viewers: readonly Actor[], audience: Audience): Promise<Set<string>> {
    const { byId, isPersonal } = audience;
    // Blocks apply in both directions, mutes in one: without mutes the actor's blocks suffice.
    const candidates = isPersonal ? viewers : byId ? await this.#directory.viewersBlockedWith(byId, viewers) : [];
    if (isPersonal) await this.#directory.loadBlocks(viewers);
    const filtered = await Promise.all(
      candidates.map(async (viewer) => ((await this.#filtersOf(viewer, [audience]))(audience) ? [viewer.id] : [])),
    );
    return new Set(filtered.flat());
  }

  /** Returns whether a block or a mute of the viewer excludes an audience. */
  async #filtersOf(viewer: Actor, audiences: readonly Audience[]): Promise<(audience: Audience) => boolean> {
    const tribeKeysOf = (batch: readonly Audience[]) =>
      batch.flatMap(({ byId, tribeId }) => (byId ? [tribeId ?? 0] : []));
    // A viewer may have a thousand blocks, each of which costs a membership per tribe.
    const actors = new Set(audiences.flatMap(({ byId }) => byId ?? []));
    const personal = audiences.filter(({ isPersonal }) => isPersonal);
    const others = audiences.filter(({ isPersonal }) => !isPersonal);
    const [blocked, unreachable, muted, mutes] = await Promise.all([
      this.#directory.blockedAcross(viewer, tribeKeysOf(others), actors),
      this.#directory.unreachableAcross(viewer, tribeKeysOf(personal), actors),
      this.#directory.mutedAcross(viewer, tribeKeysOf(personal), actors),
      this.#directory.mutesOf(viewer),
    ]);
    return ({ byId, tribeId, isPersonal }) => {
      const tribeKey = tribeId ?? 0;
      const includesActor = (users: ReadonlyMap<number, ReadonlySet<string>>) =>
        byId !== null && users.get(tribeKey)?.has(byId);
      if (!isPersonal) return includesActor(blocked) ?? false;
      return Boolean(includesActor(unreachable) || includesActor(muted) || mutes.tribeIds.has(tribeKey));
    };
  }
}

/** Whether a viewer with this membership belongs to the audience; undefined means that the tribe does not exist. */
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
