import type { Actor } from '@tribus/kit/runtime/actor.ts';
import {
  type Membership,
  type MembershipDirectory,
  mayModerate,
  mayRead,
  readingLevel,
} from './membership-directory.ts';

/** Who may get something that happened in a tribe: the person told themself, its readers, members or moderators. */
export const audienceKinds = ['anyone', 'readers', 'members', 'moderators'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

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
 * The gate through which everything passes that reaches people other than as the answer to a request for one object:
 * live streams, notices and their number, lists that span tribes; so shall push and mail. It is asked at the moment of
 * delivery, whatever held when the thing was stored or said: who has left, was removed, demoted or sank in level gets
 * nothing more. It knows of a change as soon as `Company` does: with the event, or after three seconds.
 *
 * Names in what is delivered come from `Company.presentIn`. Whether the addressee's account may still be reached at
 * all is for the channel: sessions of streams are watched, and requests have theirs.
 */
export class DeliveryGate {
  readonly #directory: MembershipDirectory;

  constructor(directory: MembershipDirectory) {
    this.#directory = directory;
  }

  /** Decides, for one person, over things of these audiences; one call to tribes for what is not remembered. */
  async openFor(viewer: Actor, audiences: Iterable<Audience>): Promise<(audience: Audience) => boolean> {
    const tribeIds = new Set([...audiences].flatMap(({ tribeId }) => tribeId ?? []));
    const memberships = await this.#directory.getMembershipsOf(idOf(viewer), tribeIds);
    return (audience) =>
      mayReceive(viewer, audience.tribeId === null ? undefined : memberships.get(audience.tribeId), audience);
  }

  /** Decides over one thing for several people; one call to tribes for those who are not remembered. */
  async openTo(viewers: readonly Actor[], audience: Audience): Promise<(viewer: Actor) => boolean> {
    if (audience.tribeId === null) return (viewer) => mayReceive(viewer, undefined, audience);
    const memberships = await this.#directory.getMemberships(new Set(viewers.map(idOf)), audience.tribeId);
    return (viewer) => mayReceive(viewer, memberships.get(idOf(viewer)), audience);
  }
}

/** Whether somebody with this membership may get it; without a membership the tribe does not exist. */
export function mayReceive(viewer: Actor, membership: Membership | undefined, audience: Audience): boolean {
  if (audience.tribeId === null) return true;
  if (!membership || !isInAudience(viewer, membership, audience.kind)) return false;
  const { minLevelOrder = 1, authorId } = audience;
  if (minLevelOrder <= 1 || mayModerate(viewer, membership)) return true;
  return readingLevel(membership) >= minLevelOrder || (viewer.kind === 'user' && viewer.id === authorId);
}

function isInAudience(viewer: Actor, membership: Membership, kind: AudienceKind): boolean {
  if (kind === 'anyone') return true;
  if (kind === 'readers') return mayRead(viewer, membership);
  if (kind === 'moderators') return mayModerate(viewer, membership);
  return membership.status === 'active';
}

/** Visitors sit nowhere. */
const idOf = (viewer: Actor): string => (viewer.kind === 'user' ? viewer.id : '');
