import { createHmac } from 'node:crypto';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Language, Texts } from '@tribus/kit/runtime/language.ts';

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

/** A person's place in the tribe in which they are shown; `null` outside of any tribe, or when not a member. */
export interface TribeRole {
  role: string;
  levelOrder: number;
}

/** In which tribe a person is shown, and the places of both there. */
export interface ViewContext {
  tribeId: number;
  /** hominini hides nobody. */
  isHominini: boolean;
  /** A private tribe names nobody to those who are no members. */
  isPrivate: boolean;
  viewer: TribeRole | null;
  subject: TribeRole | null;
}

/** A person as one other person may see them. */
export interface PresentedUser {
  id: string;
  name: string;
  avatarUrl: string | null;
  isAgent: boolean;
  levelOrder?: number;
  restrictedHigher: boolean;
  restrictedLower: boolean;
  email?: string;
}

const higherMember: Texts = { es: 'Miembro de nivel superior', en: 'Higher-level member', zh: '更高级别的成员' };
const tribeMember: Texts = { es: 'Miembro de la tribu', en: 'Tribe member', zh: '部落成员' };
const deletedUser: Texts = { es: 'Usuario eliminado', en: 'Deleted user', zh: '已注销用户' };
const moderators = ['owner', 'officer'];

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

  presentUser(viewer: Actor, subject: Subject, context: ViewContext | null): PresentedUser {
    const level = context?.subject ? { levelOrder: context.subject.levelOrder } : {};
    if (subject.isDeleted) return this.#nameless(`deleted`, deletedUser[viewer.language], null);
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
      ...(mayKnowEmail(viewer, context) && subject.email ? { email: subject.email } : {}),
    };
  }

  /** The real id behind a pseudonym, among `candidates`; an id that is no pseudonym is itself. */
  recognise(viewer: Actor, tribeId: number, shownId: string, candidates: readonly string[]): string | undefined {
    return candidates.find((id) => id === shownId || this.#mark(viewer.id, tribeId, id) === shownId);
  }

  #nameless(id: string, name: string, avatarUrl: string | null): PresentedUser {
    return { id, name, avatarUrl, isAgent: false, restrictedHigher: false, restrictedLower: false };
  }

  #pseudonym(viewer: Actor, subject: Subject, context: ViewContext): string {
    return this.#mark(viewer.id, context.tribeId, subject.id);
  }

  #mark(viewerId: string, tribeId: number, subjectId: string): string {
    const mark = createHmac('sha256', this.#secret).update(`${viewerId}:${tribeId}:${subjectId}`);
    return `hidden-${mark.digest('hex').slice(0, 24)}`;
  }
}

export const higherMemberName = (language: Language): string => higherMember[language];

/** Whether the viewer must not learn who the subject is. */
export function isHidden(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || isSiteAdmin(viewer)) return false;
  if (isOutside(context)) return true;
  if (isModerator(context.viewer) || isModerator(context.subject)) return false;
  return (context.subject?.levelOrder ?? 0) > (context.viewer?.levelOrder ?? 0);
}

/** Whether the subject is a member below the viewer; those who look after the tribe are there for all its levels. */
export function isBelow(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || !context.subject || !context.viewer) return false;
  if (isSiteAdmin(viewer) || isModerator(context.viewer)) return false;
  return context.subject.levelOrder < context.viewer.levelOrder;
}

/** Whether the viewer looks into a private tribe to which they do not belong. */
const isOutside = (context: ViewContext): boolean => context.isPrivate && context.viewer === null;

function mayKnowEmail(viewer: Actor, context: ViewContext | null): boolean {
  return isSiteAdmin(viewer) || (context?.subject != null && isModerator(context.viewer));
}

const isSiteAdmin = (viewer: Actor): boolean => viewer.kind === 'user' && viewer.role === 'admin';
const isModerator = (membership: TribeRole | null): boolean =>
  membership !== null && moderators.includes(membership.role);
