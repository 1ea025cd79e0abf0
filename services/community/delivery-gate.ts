import { type Actor, userIdOf } from '@tribus/kit/runtime/actor.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';
import { maxReadableLevel, mayModerate, mayRead, mayReadLevel } from './access.ts';
import type { Membership } from './membership.ts';
import type { MembershipDirectory } from './membership-directory.ts';

/** Who may get something that happened in a tribe. */
export type AudienceKind = Exclude<proto.AudienceKind, 'none'>;

/** For whom something is. */
export interface Audience {
  /** null: it happened outside of any tribe, and whoever it is addressed to may get it. */
  tribeId: number | null;
  /**
   * anyone: it is about the addressee's own membership, so that it is theirs without a membership; readers: as mayRead;
   * members: active ones only; moderators: as mayModerate.
   */
  kind: AudienceKind;
  /** The level below which it does not exist, except for its author and moderators (decisions.md 4). */
  minLevelOrder?: number | undefined;
  authorId?: string | undefined;
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
    const tribeIds = new Set([...audiences].flatMap(({ tribeId }) => tribeId ?? []));
    const memberships = await this.#directory.getMembershipsOf(userIdOf(viewer), tribeIds);
    return (audience) =>
      mayReceive(viewer, audience.tribeId === null ? undefined : memberships.get(audience.tribeId), audience);
  }

  /** Decides over one thing for several people; one call to tribes for those who are not cached. */
  async openTo(viewers: readonly Actor[], audience: Audience): Promise<(viewer: Actor) => boolean> {
    if (audience.tribeId === null) return (viewer) => mayReceive(viewer, undefined, audience);
    const memberships = await this.#directory.getMemberships(new Set(viewers.map(userIdOf)), audience.tribeId);
    return (viewer) => mayReceive(viewer, memberships.get(userIdOf(viewer)), audience);
  }
}

/** Whether somebody with this membership may get it; without a membership the tribe does not exist. */
export function mayReceive(viewer: Actor, membership: Membership | undefined, audience: Audience): boolean {
  if (audience.tribeId === null) return true;
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
      return mayRead(viewer, membership);
    case 'members':
      return membership.status === 'active';
    case 'moderators':
      return mayModerate(viewer, membership);
    default:
      return kind satisfies never;
  }
}
