import { createHmac } from 'node:crypto';
import { type Actor, isAdmin, userActor } from '@tribus/kit/runtime/actor.ts';
import type { Language, Texts } from '@tribus/kit/runtime/language.ts';
import { isModerator } from './access.ts';
import type { TribeRole } from './membership.ts';
import type { Person } from './person.ts';

/** What one needs to know of a person to show them. */
export interface Subject {
  id: string;
  name: string;
  /** Empty when they have none. */
  avatarUrl: string;
  email: string;
  isAgent: boolean;
  isDeleted: boolean;
}

/** In which tribe a person is shown, and what both are there; null for who is no active member. */
export interface ViewContext {
  tribeId: number;
  /** hominini hides nobody. */
  isHominini: boolean;
  /** A private tribe names nobody to those who are no members. */
  isPrivate: boolean;
  viewer: TribeRole | null;
  subject: TribeRole | null;
}

const higherMember: Texts = { es: 'Miembro de nivel superior', en: 'Higher-level member', zh: '更高级别的成员' };
const tribeMember: Texts = { es: 'Miembro de la tribu', en: 'Tribe member', zh: '部落成员' };
const deletedUser: Texts = { es: 'Usuario eliminado', en: 'Deleted user', zh: '已注销用户' };

/**
 * The one way to show a person to a person (decisions.md 3, `restrictedHigher`): below their level, in a tribe other
 * than hominini, nothing that names them leaves the server; they get an id that is stable for this viewer and tribe
 * and says nothing. The same holds for everybody in a private tribe when the viewer is not an active member of it.
 * E-mail addresses go to site admins and to a tribe's moderators only.
 */
export class UserPresenter {
  readonly #secret: Buffer;

  constructor(internalSecret: string) {
    this.#secret = createHmac('sha256', internalSecret).update('pseudonym').digest();
  }

  presentUser(viewer: Actor, subject: Subject, context: ViewContext | null): Person {
    const level = context?.subject ? { levelOrder: context.subject.levelOrder } : {};
    if (subject.isDeleted) return this.#nameless('deleted', deletedUser[viewer.language], null);
    if (context && isHidden(viewer, subject, context)) {
      const id = this.#pseudonym(viewer, subject, context);
      const name = isOutside(context) ? tribeMember[viewer.language] : higherMemberName(viewer.language);
      return { ...this.#nameless(id, name, 'emoji:🕶️'), ...level, restrictedHigher: true };
    }
    return {
      id: subject.id,
      name: subject.name,
      avatarUrl: subject.avatarUrl || null,
      isAgent: subject.isAgent,
      ...level,
      restrictedHigher: false,
      restrictedLower: context !== null && isBelow(viewer, subject, context),
      canMessage: context !== null && mayMessage(viewer, subject, context),
      ...(mayKnowEmail(viewer, context) && subject.email ? { email: subject.email } : {}),
    };
  }

  #nameless(id: string, name: string, avatarUrl: string | null): Person {
    return { id, name, avatarUrl, isAgent: false, restrictedHigher: false, restrictedLower: false, canMessage: false };
  }

  #pseudonym(viewer: Actor, subject: Subject, { tribeId }: ViewContext): string {
    const digest = createHmac('sha256', this.#secret).update(`${viewer.id}:${tribeId}:${subject.id}`).digest('hex');
    return `hidden-${digest.slice(0, 24)}`;
  }
}

export const higherMemberName = (language: Language): string => higherMember[language];

/** Whether the viewer must not learn who the subject is. */
function isHidden(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || isAdmin(viewer)) return false;
  if (isOutside(context)) return true;
  if (moderates(context.viewer) || moderates(context.subject)) return false;
  return (context.subject?.levelOrder ?? 0) > (context.viewer?.levelOrder ?? 0);
}

/** Whether the subject is a member below the viewer; moderators are there for members of every level. */
function isBelow(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || !context.subject || !context.viewer) return false;
  if (isAdmin(viewer) || moderates(context.viewer)) return false;
  return context.subject.levelOrder < context.viewer.levelOrder;
}

/**
 * Whether the viewer may write direct messages to the subject: two members of the tribe who are there for each other by
 * their levels, or one of whom moderates it.
 */
export function mayMessage(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (viewer.id === subject.id || !context.viewer || !context.subject) return false;
  if (moderates(context.viewer) || moderates(context.subject)) return true;
  const reversed: ViewContext = { ...context, viewer: context.subject, subject: context.viewer };
  return !isRestricted(viewer, subject, context) && !isRestricted(userActor(subject.id), viewer, reversed);
}

const isRestricted = (viewer: Actor, subject: { id: string }, context: ViewContext): boolean =>
  isHidden(viewer, subject, context) || isBelow(viewer, subject, context);

/** Whether the viewer looks into a private tribe to which they do not belong. */
const isOutside = (context: ViewContext): boolean => context.isPrivate && context.viewer === null;

function mayKnowEmail(viewer: Actor, context: ViewContext | null): boolean {
  return isAdmin(viewer) || (context?.subject != null && moderates(context.viewer));
}

const moderates = (member: TribeRole | null): boolean => member !== null && isModerator(member.role);
