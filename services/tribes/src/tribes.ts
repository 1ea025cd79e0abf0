import { canSeeTribe } from '@tribus/community/access.ts';
import { changedFields } from '@tribus/community/audit.ts';
import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { requireModerator, requireOwner } from '@tribus/community/guards.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { TribeDeleted, TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import type { NewTribe, Slug, Tribe, TribeChange, Tribes, TribesQuery } from '../api.ts';
import { shownMembers, shownOnline, tribesPerUser } from '../limits.ts';
import { decidePermissions, isHominini, lockTribe, nameFor, orNotFound, toMembershipAccess } from './access.ts';
import { blockedMembers } from './blocked-members.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { newLevels, topLevel } from './levels.ts';
import { mayAskAt } from './membership-transitions.ts';
import { findFreeName, invisibleSlug, looksReserved, mixesScripts, normaliseName, requireTypedName } from './names.ts';
import { deleteOrphans } from './orphan-deletion.ts';
import { readOffer } from './ownership.ts';
import { closePictures } from './picture-access.ts';
import { bannerUrl, presentCard, presentMembers, presentOwnBan, presentRestriction } from './present.ts';
import { changedQuestions } from './questions.ts';
import type { ExcludedMember } from './store/members.ts';
import type { Member, Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeDetails, TribeForViewer } from './store/tribes.ts';
import { auditTribe } from './tribe-audit.ts';

/** Returns a page of the directory, as visible to the viewer. */
export async function listTribes(deps: Deps, viewer: Actor, { page, pageSize, q }: TribesQuery): Promise<Tribes> {
  const { tribes } = deps.store;
  const of = { id: viewer.id, seesAll: isAdmin(viewer) };
  const [items, total] = await Promise.all([
    tribes.search(of, { q, offset: (page - 1) * pageSize, limit: pageSize }),
    tribes.count(of, q),
  ]);
  return { items: items.map((found) => presentCard(deps, found)), total };
}

/**
 * Returns a tribe for its own page. Viewers with read access see its members; others see owner and officers of a public
 * tribe, and no members of a private one.
 */
export async function readTribe(deps: Deps, viewer: Actor, tribeId: number): Promise<Tribe> {
  // All at once, so that the duration does not reveal whether an invisible tribe exists.
  const [[stored], ban, [restriction]] = await Promise.all([
    deps.store.tribes.findForViewer(viewer.id, [tribeId]),
    deps.store.bans.find(tribeId, viewer.id),
    deps.store.restrictions.list(tribeId, [viewer.id]),
  ]);
  if (!stored) throw fail('not_found');
  const isVisible = canSeeTribe(viewer, toMembershipAccess(stored));
  // A banned user receives the ban, also when the tribe is invisible to them.
  if (!ban && !isVisible) throw fail('not_found');
  const found = isVisible ? stored : withoutDetails(viewer, stored);
  const permissions = decidePermissions(viewer, found);
  const excluded = await blockedMembers(deps, viewer, [found]);
  const [members, online, ownershipOffer] = await Promise.all([
    listShownMembers(deps, found, permissions.canRead, excluded),
    findOnline(deps, viewer, found, permissions.canRead, excluded),
    readOffer(deps, viewer, found),
  ]);
  const onlineMembers = await presentMembers(deps, viewer, found, online.first);
  const { image, rules, questions } = found.tribe;
  return {
    ...presentCard(deps, found),
    imageUrl: image && bannerUrl(deps, found.tribe, image.key),
    members: await presentMembers(deps, viewer, found, members),
    onlineCount: online.count,
    // Members hidden from the viewer are counted, but not listed as online.
    here: onlineMembers.filter(({ restrictedHigher }) => !restrictedHigher).map(({ user }) => user),
    ...permissions,
    rules,
    questions,
    ban: ban ? presentOwnBan(ban) : null,
    restriction: restriction ? presentRestriction(restriction) : null,
    mayAskAt: mayAskAt(found.membership)?.toISOString() ?? null,
    ownershipOffer,
  };
}

/** Returns the tribe for a user to whom it is invisible: its present texts, picture and size may be unknown to them. */
function withoutDetails(viewer: Actor, found: TribeForViewer): TribeForViewer {
  const name = nameFor(viewer, found);
  const texts = { name, normalizedName: '', description: '', tags: [], rules: [], questions: [] };
  return { ...found, tribe: { ...found.tribe, ...texts, image: null, membersCount: 0 } };
}

/**
 * Returns the number of online members and the first of them; null without read access, or when the viewer hides their
 * own online status. Otherwise the viewer is online on this page.
 */
async function findOnline(
  { store, online }: Pick<Deps, 'store' | 'online'>,
  viewer: Actor,
  { tribe }: TribeForViewer,
  canRead: boolean,
  excluded: readonly ExcludedMember[],
): Promise<{ count: number | null; first: Member[] }> {
  const ids = canRead ? await online.list() : new Set<string>();
  if (!ids.has(viewer.id)) return { count: null, first: [] };
  const [count, first] = await Promise.all([
    store.members.countAmong(tribe.id, ids, excluded),
    store.members.listPage(tribe.id, { status: 'active', excluded, limit: shownOnline, among: ids }),
  ]);
  return { count, first };
}

async function listShownMembers(
  { store }: Deps,
  found: TribeForViewer,
  canRead: boolean,
  excluded: readonly ExcludedMember[],
): Promise<Member[]> {
  if (!canRead && found.tribe.isPrivate) return [];
  const first = await store.members.listPage(found.tribe.id, { status: 'active', excluded, limit: shownMembers });
  return canRead ? first : first.filter(({ role }) => role !== 'member');
}

/** Returns the slug of a name, and a similar free one. */
export async function suggestSlug({ store }: Deps, name: string): Promise<Slug> {
  const slug = normaliseName(name);
  if (slug === '' || mixesScripts(name)) return { slug, suggestion: '', available: false };
  const suggestion = await findFreeName(slug, async (names) => {
    const taken = await store.tribes.findTakenNames(names);
    return looksReserved(name) ? taken.add(slug) : taken;
  });
  return { slug, suggestion, available: suggestion === slug };
}

/** Creates a tribe owned by the actor. Concurrent calls never exceed the limit of owned tribes. */
export async function createTribe({ ctx, store }: Deps, actor: Actor, input: NewTribe): Promise<TribeForViewer> {
  const createdAt = ctx.clock.now();
  const slug = slugOf(input.name);
  const normalizedName = input.isInvisible ? invisibleSlug(slug, ctx.newId()) : slug;
  const isPrivate = input.isPrivate || input.isInvisible;
  const requiresApproval = input.requiresApproval || isPrivate;
  const questions = changedQuestions([], input.questions, () => ctx.newId());
  const details = { ...input, normalizedName, isPrivate, requiresApproval, questions };
  return store.transaction(async (tx) => {
    const max = isAdmin(actor) ? undefined : tribesPerUser;
    if (!(await tx.members.incrementOwned(actor.id, max))) throw errors.fail('tribe_limit');
    if (input.isInvisible) await requireFreeVisibleName(tx, slug);
    const id = await tx.tribes.insert({ ...details, createdAt });
    if (id === undefined) throw errors.fail('name_taken');
    await tx.levels.insert(id, newLevels(ctx));
    const owner: Membership = { status: 'active', role: 'owner', levelOrder: topLevel, since: createdAt };
    await changeMembership(tx, { tribe: { id }, membership: null }, actor.id, owner, { byId: actor.id });
    const [created] = await tx.tribes.findForViewer(actor.id, [id]);
    return orNotFound(created);
  });
}

/** Changes the fields of the request; for owner, officers and site admins. Hominini keeps its name and stays open. */
export async function editTribe(
  { ctx, store }: Deps,
  actor: Actor,
  id: number,
  change: TribeChange,
): Promise<TribeForViewer> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, id);
    requireModerator(actor, toMembershipAccess(locked));
    const details = changedDetails(locked.tribe, change, () => ctx.newId());
    if (details.isInvisible && details.name !== locked.tribe.name)
      await requireFreeVisibleName(tx, slugOf(details.name));
    if (!(await tx.tribes.update(id, details))) throw errors.fail('name_taken');
    const { isPrivate } = details;
    tx.emit(TribeUpdated, { tribeId: id, isPrivate });
    auditTribe(ctx, tx, 'tribe_updated', locked.tribe, changedFields(auditFacts(locked.tribe), auditFacts(details)));
    const [changed] = await tx.tribes.findForViewer(actor.id, [id]);
    return orNotFound(changed);
  });
}

function changedDetails(tribe: StoredTribe, change: TribeChange, newId: () => string): TribeDetails {
  const name = change.name ?? tribe.name;
  // A tribe made public becomes visible, unless the same request sets it invisible.
  const isInvisible = change.isInvisible ?? (change.isPrivate !== false && tribe.isInvisible);
  const isPrivate = isInvisible || (change.isPrivate ?? tribe.isPrivate);
  const requiresApproval = isPrivate || (change.requiresApproval ?? tribe.requiresApproval);
  if (isHominini(tribe) && (name !== tribe.name || requiresApproval)) throw errors.fail('hominini_locked');
  return {
    name,
    normalizedName: changedSlug(tribe, { name, isInvisible }, newId),
    description: change.description ?? tribe.description,
    tags: change.tags ?? tribe.tags,
    isPrivate,
    requiresApproval,
    isInvisible,
    rules: change.rules ?? tribe.rules,
    questions: change.questions ? changedQuestions(tribe.questions, change.questions, newId) : tribe.questions,
  };
}

/** Returns the slug after a change. A name older than a naming rule stays valid. */
function changedSlug(
  tribe: StoredTribe,
  { name, isInvisible }: Pick<TribeDetails, 'name' | 'isInvisible'>,
  newId: () => string,
): string {
  if (name === tribe.name && isInvisible === tribe.isInvisible) return tribe.normalizedName;
  const slug = name === tribe.name ? normaliseName(name) : slugOf(name);
  return isInvisible ? invisibleSlug(slug, newId()) : slug;
}

/**
 * Throws 409 when a visible tribe has the name: an invisible tribe must not pass for it, and its name is public anyway.
 */
async function requireFreeVisibleName(tx: TribesTx, slug: string): Promise<void> {
  if ((await tx.tribes.findTakenNames([slug])).has(slug)) throw errors.fail('name_taken');
}

/** Deletes a tribe with its content; for its owner and site admins. `typed`, if present, must be the tribe's name. */
export async function deleteTribe({ ctx, store }: Deps, actor: Actor, id: number, typed?: string): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, id);
    if (isHominini(locked.tribe)) throw errors.fail('hominini_locked');
    requireOwner(actor, toMembershipAccess(locked));
    if (typed !== undefined) requireTypedName(locked.tribe, typed);
    await deleteTribeTx(tx, locked.tribe);
    auditTribe(ctx, tx, 'tribe_deleted', locked.tribe, { before: auditFacts(locked.tribe) });
  });
}

/** Deletes a tribe, decrements its owner's count and emits the event. A job deletes the remaining rows. */
export async function deleteTribeTx(tx: TribesTx, { id, ownerId, image }: StoredTribe): Promise<void> {
  await tx.members.decrementOwned(ownerId);
  await tx.tribes.delete(id);
  tx.emit(TribeDeleted, { tribeId: id });
  await tx.enqueue(closePictures, { tribeId: id });
  await tx.enqueue(deleteOrphans, {});
  if (image) await dropAfterCommit(tx, [image.key]);
}

/** Omits the tribe's texts, which belong to its members and not in a log. */
const auditFacts = ({ name, tags, isPrivate, requiresApproval, isInvisible }: TribeDetails) => ({
  name,
  tags,
  isPrivate,
  requiresApproval,
  isInvisible,
});

function slugOf(name: string): string {
  const slug = normaliseName(name);
  if (slug === '') throw errors.fail('name_unusable');
  if (looksReserved(name)) throw errors.fail('name_taken');
  if (mixesScripts(name)) throw errors.fail('name_mixes_scripts');
  return slug;
}
