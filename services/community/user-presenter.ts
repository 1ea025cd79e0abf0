import { type Actor, isAdmin, userActor } from '@tribus/kit/core/actor.ts';
import type { Language, Texts } from '@tribus/kit/core/language.ts';
import type { z } from 'zod';
import { isModerator } from './access.ts';
import type { TribeRole } from './membership.ts';
import type { Person } from './person.ts';
import { Pseudonyms } from './pseudonyms.ts';
import type { TribeUserSet } from './tribe-user-set.ts';

/** The user for whom others are presented; created by `BlockDirectory`. */
export interface Viewer {
  actor: Actor;
  /** Users whom the viewer blocked, and who blocked the viewer. */
  blocks: TribeUserSet;
}

/** The data of a user that presentation needs. */
export interface Subject {
  id: string;
  name: string;
  /** Empty without an avatar. */
  avatarUrl: string;
  email: string;
  isAgent: boolean;
  isDeleted: boolean;
}

/** The tribe in which a user is presented, with both roles there; null unless an active member. */
export interface ViewContext {
  tribeId: number;
  /** Hominini hides no members. */
  isHominini: boolean;
  /** A private tribe reveals no names to non-members. */
  isPrivate: boolean;
  viewer: TribeRole | null;
  subject: TribeRole | null;
  /** The level that hid the subject when they left the tribe; it still hides their name there. */
  formerLevel: number;
}

const higherMember: Texts = { es: 'Miembro de nivel superior', en: 'Higher-level member', zh: '更高级别的成员' };
const tribeMember: Texts = { es: 'Miembro de la tribu', en: 'Tribe member', zh: '部落成员' };
const unavailableUser: Texts = { es: 'Persona no disponible', en: 'Person not available', zh: '无法显示此用户' };
const deletedUser: Texts = { es: 'Usuario eliminado', en: 'Deleted user', zh: '已注销用户' };

/**
 * The only presentation of a user to another (decisions.md 3, `restrictedHigher`). In tribes other than hominini,
 * members above the viewer's level are sent without identity, under an id that is stable for this viewer and tribe. The
 * same applies to everyone in a private tribe when the viewer is not an active member. Email addresses are for site
 * admins and the tribe's moderators only. Users with a block between them and the viewer are omitted
 * (docs/decisions/0019).
 */
export class UserPresenter {
  readonly pseudonyms: Pseudonyms;

  constructor(internalSecret: string) {
    this.pseudonyms = new Pseudonyms(internalSecret);
  }

  /** Returns undefined when the subject must not be shown; their content is then omitted. */
  presentUser(viewer: Viewer, subject: Subject, context: ViewContext | null): Person | undefined {
    const { actor, blocks } = viewer;
    const person = this.#present(actor, subject, context);
    if (!isAmong(blocks, actor, subject, context)) return person;
    // Moderators and admins see blocked users, because they moderate their content, but cannot message them.
    return isAdmin(actor) || (context && moderates(context.viewer)) ? { ...person, canMessage: false } : undefined;
  }

  /** Presents an entry of the viewer's own list of blocks or mutes, ignoring the block. */
  presentListed(viewer: Actor, subject: Subject, context: ViewContext | null): Person {
    return this.#present(viewer, subject, context);
  }

  /** The placeholder for a user who is not shown, where an entry must stay; their text is omitted. */
  presentUnavailable(viewer: Actor): Person {
    return this.#nameless('unavailable', unavailableUser[viewer.language], null);
  }

  #present(viewer: Actor, subject: Subject, context: ViewContext | null): Person {
    const level = context?.subject ? { levelOrder: context.subject.levelOrder } : {};
    if (subject.isDeleted) return this.#nameless('deleted', deletedUser[viewer.language], null);
    if (context && isHidden(viewer, subject, context)) {
      const id = this.pseudonyms.of(viewer, subject.id, context.tribeId);
      const name = isOutside(context) ? tribeMember[viewer.language] : higherMemberName(viewer.language);
      return presented({ ...this.#nameless(id, name, 'emoji:🕶️'), ...level, restrictedHigher: true });
    }
    return presented({
      id: subject.id,
      name: subject.name,
      avatarUrl: subject.avatarUrl || null,
      isAgent: subject.isAgent,
      ...level,
      restrictedHigher: false,
      restrictedLower: context !== null && isBelow(viewer, subject, context),
      canMessage: context !== null && mayMessage(viewer, subject, context),
      ...(canSeeEmail(viewer, context) && subject.email ? { email: subject.email } : {}),
    });
  }

  #nameless(id: string, name: string, avatarUrl: string | null): Person {
    const restricted = { restrictedHigher: false, restrictedLower: false };
    return presented({ id, name, avatarUrl, isAgent: false, ...restricted, canMessage: false });
  }
}

/** Applies the brand of `Person`; the only cast to it. */
const presented = (person: z.input<typeof Person>): Person => person as Person;

export const higherMemberName = (language: Language): string => higherMember[language];

/**
 * Whether a block or a mute in `users` applies to the subject in this context. One by name applies only where the
 * viewer sees the name: otherwise a disappearing member would be identifiable.
 */
export function isAmong(
  users: TribeUserSet,
  viewer: Actor,
  subject: { id: string },
  context: ViewContext | null,
): boolean {
  if (users.isEmpty || viewer.id === subject.id) return false;
  if (context && users.in(context.tribeId).has(subject.id)) return true;
  return users.everywhere.has(subject.id) && !(context && isHidden(viewer, subject, context));
}

/** Whether the subject's identity is hidden from the viewer. */
export function isHidden(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || isAdmin(viewer)) return false;
  if (isOutside(context)) return true;
  if (moderates(context.viewer) || moderates(context.subject)) return false;
  return (context.subject?.levelOrder ?? context.formerLevel) > (context.viewer?.levelOrder ?? 0);
}

/** Whether the subject is below the viewer's level; never true for moderating viewers. */
function isBelow(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || !context.subject || !context.viewer) return false;
  if (isAdmin(viewer) || moderates(context.viewer)) return false;
  return context.subject.levelOrder < context.viewer.levelOrder;
}

/**
 * Whether the viewer may send direct messages to the subject: two members of the tribe who are restricted by level in
 * neither direction, or a member and a moderator.
 */
export function mayMessage(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (viewer.id === subject.id || !context.viewer || !context.subject) return false;
  if (moderates(context.viewer) || moderates(context.subject)) return true;
  const reversed: ViewContext = { ...context, viewer: context.subject, subject: context.viewer, formerLevel: 0 };
  return !isRestricted(viewer, subject, context) && !isRestricted(userActor(subject.id), viewer, reversed);
}

const isRestricted = (viewer: Actor, subject: { id: string }, context: ViewContext): boolean =>
  isHidden(viewer, subject, context) || isBelow(viewer, subject, context);

/** Whether the viewer is not a member of this private tribe. */
const isOutside = (context: ViewContext): boolean => context.isPrivate && context.viewer === null;

function canSeeEmail(viewer: Actor, context: ViewContext | null): boolean {
  return isAdmin(viewer) || (context?.subject != null && moderates(context.viewer));
}

const moderates = (member: TribeRole | null): boolean => member !== null && isModerator(member.role);
