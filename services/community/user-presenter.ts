import { createHmac } from 'node:crypto';
import { type Actor, isAdmin, userActor } from '@tribus/kit/core/actor.ts';
import type { Language, Texts } from '@tribus/kit/core/language.ts';
import type { z } from 'zod';
import { isModerator } from './access.ts';
import type { TribeRole } from './membership.ts';
import type { Person } from './person.ts';
import type { TribeUserSet } from './tribe-user-set.ts';

/** For whom people are presented; made by `BlockDirectory`. */
export interface Viewer {
  actor: Actor;
  /** Whom they blocked and who blocked them. */
  blocks: TribeUserSet;
}

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
  /** The level by which the subject was hidden when they left the tribe: what they left there does not name them either. */
  formerLevel: number;
}

const higherMember: Texts = { es: 'Miembro de nivel superior', en: 'Higher-level member', zh: '更高级别的成员' };
const tribeMember: Texts = { es: 'Miembro de la tribu', en: 'Tribe member', zh: '部落成员' };
const unavailableUser: Texts = { es: 'Persona no disponible', en: 'Person not available', zh: '无法显示此用户' };
const deletedUser: Texts = { es: 'Usuario eliminado', en: 'Deleted user', zh: '已注销用户' };

const pseudonymPrefix = 'hidden-';

const pseudonymDigits = 24;
const pseudonym = new RegExp(`^${pseudonymPrefix}[0-9a-f]{${pseudonymDigits}}$`);

/** Whether this has the form of the id of somebody hidden, which is theirs for one viewer and tribe. */
export const isPseudonym = (id: string): boolean => pseudonym.test(id);

/**
 * The one way to show a person to a person (decisions.md 3, `restrictedHigher`): below their level, in a tribe other
 * than hominini, nothing that names them leaves the server; they get an id that is stable for this viewer and tribe
 * and says nothing. The same holds for everybody in a private tribe when the viewer is not an active member of it.
 * E-mail addresses go to site admins and to a tribe's moderators only. Whoever a block stands between is not presented
 * at all (docs/decisions/0019).
 */
export class UserPresenter {
  readonly #secret: Buffer;

  constructor(internalSecret: string) {
    this.#secret = createHmac('sha256', internalSecret).update('pseudonym').digest();
  }

  /** Undefined for somebody whom the viewer must not be shown: what is theirs is left out. */
  presentUser(viewer: Viewer, subject: Subject, context: ViewContext | null): Person | undefined {
    const { actor, blocks } = viewer;
    const person = this.#present(actor, subject, context);
    if (!isAmong(blocks, actor, subject, context)) return person;
    // Who moderates the tribe sees what they moderate; no more than that.
    return isAdmin(actor) || (context && moderates(context.viewer)) ? { ...person, canMessage: false } : undefined;
  }

  /** Somebody in the viewer's own list of those whom they blocked or muted: as they would be shown otherwise. */
  presentListed(viewer: Actor, subject: Subject, context: ViewContext | null): Person {
    return this.#present(viewer, subject, context);
  }

  /** In the place of somebody who is not shown, where the place itself must stay; what they said is left out. */
  presentNobody(viewer: Actor): Person {
    return this.#nameless('unavailable', unavailableUser[viewer.language], null);
  }

  /** The id under which a viewer knows somebody who is hidden from them in a tribe. */
  pseudonymOf(viewer: Pick<Actor, 'id'>, subjectId: string, tribeId: number): string {
    const digest = createHmac('sha256', this.#secret).update(`${viewer.id}:${tribeId}:${subjectId}`).digest('hex');
    return `${pseudonymPrefix}${digest.slice(0, pseudonymDigits)}`;
  }

  #present(viewer: Actor, subject: Subject, context: ViewContext | null): Person {
    const level = context?.subject ? { levelOrder: context.subject.levelOrder } : {};
    if (subject.isDeleted) return this.#nameless('deleted', deletedUser[viewer.language], null);
    if (context && isHidden(viewer, subject, context)) {
      const id = this.pseudonymOf(viewer, subject.id, context.tribeId);
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
      ...(mayKnowEmail(viewer, context) && subject.email ? { email: subject.email } : {}),
    });
  }

  #nameless(id: string, name: string, avatarUrl: string | null): Person {
    const restricted = { restrictedHigher: false, restrictedLower: false };
    return presented({ id, name, avatarUrl, isAgent: false, ...restricted, canMessage: false });
  }
}

/** The mark of `Person`, which nothing else gives. */
const presented = (person: z.input<typeof Person>): Person => person as Person;

export const higherMemberName = (language: Language): string => higherMember[language];

/**
 * Whether a block or a mute among `users` holds where the viewer meets the subject. One by name holds only where the viewer
 * sees the name: else who vanishes with it would tell who a hidden member is.
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

/** Whether the viewer must not learn who the subject is. */
export function isHidden(viewer: Actor, subject: { id: string }, context: ViewContext): boolean {
  if (context.isHominini || viewer.id === subject.id || isAdmin(viewer)) return false;
  if (isOutside(context)) return true;
  if (moderates(context.viewer) || moderates(context.subject)) return false;
  return (context.subject?.levelOrder ?? context.formerLevel) > (context.viewer?.levelOrder ?? 0);
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
  const reversed: ViewContext = { ...context, viewer: context.subject, subject: context.viewer, formerLevel: 0 };
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
