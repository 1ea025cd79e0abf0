import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { requireModerator, requireOwner } from '@tribus/community/guards.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { TribeCreated, TribeDeleted, TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import type { NewTribe, Slug, Tribe, TribeChange, Tribes, TribesQuery } from '../api.ts';
import { shownMembers, tribesPerUser } from '../limits.ts';
import { factsOf, getTribe, isHominini, orNotFound, permissionsOf } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { changeMembership } from './joining.ts';
import { newLevels, topLevel } from './levels.ts';
import { freeName, looksReserved, mixesScripts, normalizeName } from './names.ts';
import { closePictures } from './picture-access.ts';
import { bannerUrl, presentCard, presentMembers } from './present.ts';
import type { Member, Membership } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { StoredTribe, TribeDetails, TribeForViewer } from './store/tribes.ts';

/** A page of the directory as the caller sees it. */
export async function listTribes(deps: Deps, viewer: Actor, { page, pageSize, q }: TribesQuery): Promise<Tribes> {
  const { tribes } = deps.store;
  const [items, total] = await Promise.all([
    tribes.search(viewer.id, { q, offset: (page - 1) * pageSize, limit: pageSize }),
    tribes.count(q),
  ]);
  return { items: items.map((found) => presentCard(deps, found)), total };
}

/**
 * A tribe on its own page. Its members are for those who may read it; to others a public tribe shows its owner and
 * officers, a private one nobody.
 */
export async function readTribe(deps: Deps, viewer: Actor, tribeId: number): Promise<Tribe> {
  const found = await getTribe(deps, viewer, tribeId);
  const permissions = permissionsOf(viewer, found);
  const members = await listShownMembers(deps, found, permissions.canRead);
  const { image } = found.tribe;
  return {
    ...presentCard(deps, found),
    imageUrl: image && bannerUrl(deps, found.tribe, image.key),
    members: await presentMembers(deps, viewer, found, members),
    ...permissions,
  };
}

async function listShownMembers({ store }: Deps, found: TribeForViewer, canRead: boolean): Promise<Member[]> {
  if (!canRead && found.tribe.isPrivate) return [];
  const first = await store.members.listPage(found.tribe.id, { status: 'active', limit: shownMembers });
  return canRead ? first : first.filter(({ role }) => role !== 'member');
}

/** The slug of a name, and a free one near it. */
export async function suggestSlug({ store }: Deps, name: string): Promise<Slug> {
  const slug = normalizeName(name);
  if (slug === '' || mixesScripts(name)) return { slug, suggestion: '', available: false };
  const taken = await store.tribes.listTakenNames(slug);
  if (looksReserved(name)) taken.add(slug);
  const suggestion = freeName(slug, taken);
  return { slug, suggestion, available: suggestion === slug };
}

/** Creates a tribe that the caller owns. Of parallel attempts no more succeed than somebody may own. */
export async function createTribe({ ctx, store }: Deps, actor: Actor, input: NewTribe): Promise<TribeForViewer> {
  const createdAt = ctx.clock.now();
  const normalizedName = slugOf(input.name);
  const requiresApproval = input.requiresApproval || input.isPrivate;
  return store.transaction(async (tx) => {
    const most = isAdmin(actor) ? undefined : tribesPerUser;
    if (!(await tx.members.incrementOwned(actor.id, most))) throw errors.fail('tribe_limit');
    const id = await tx.tribes.insert({ ...input, normalizedName, requiresApproval, createdAt });
    if (id === undefined) throw errors.fail('name_taken');
    await tx.levels.insert(id, newLevels(ctx));
    tx.emit(TribeCreated, { tribeId: id, name: input.name, ownerId: actor.id, isPrivate: input.isPrivate });
    const owner: Membership = { status: 'active', role: 'owner', levelOrder: topLevel, since: createdAt };
    await changeMembership(tx, { tribe: { id, name: input.name }, membership: null }, actor.id, owner, {
      byId: actor.id,
    });
    const [created] = await tx.tribes.findForViewer(actor.id, [id]);
    return orNotFound(created);
  });
}

/** Changes what was sent; owner, officers and site admins. Hominini keeps its name and stays open. */
export async function editTribe(
  { store }: Deps,
  actor: Actor,
  id: number,
  change: TribeChange,
): Promise<TribeForViewer> {
  return store.transaction(async (tx) => {
    const locked = orNotFound(await tx.tribes.lock(id, actor.id));
    requireModerator(actor, factsOf(locked));
    const details = changedDetails(locked.tribe, change);
    if (!(await tx.tribes.update(id, details))) throw errors.fail('name_taken');
    const { isPrivate } = details;
    tx.emit(TribeUpdated, { tribeId: id, isPrivate });
    const [changed] = await tx.tribes.findForViewer(actor.id, [id]);
    return orNotFound(changed);
  });
}

function changedDetails(tribe: StoredTribe, change: TribeChange): TribeDetails {
  const name = change.name ?? tribe.name;
  const isPrivate = change.isPrivate ?? tribe.isPrivate;
  const requiresApproval = isPrivate || (change.requiresApproval ?? tribe.requiresApproval);
  if (isHominini(tribe) && (name !== tribe.name || requiresApproval)) throw errors.fail('hominini_locked');
  return {
    name,
    // A name from before a rule about names is kept.
    normalizedName: name === tribe.name ? tribe.normalizedName : slugOf(name),
    description: change.description ?? tribe.description,
    tags: change.tags ?? tribe.tags,
    isPrivate,
    requiresApproval,
  };
}

/** Deletes a tribe with all that is in it; its owner and site admins. */
export async function deleteTribe({ store }: Deps, actor: Actor, id: number): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = orNotFound(await tx.tribes.lock(id, actor.id));
    if (isHominini(locked.tribe)) throw errors.fail('hominini_locked');
    requireOwner(actor, factsOf(locked));
    await deleteTribeTx(tx, locked.tribe);
  });
}

/** Deletes a tribe, which counts for its owner no more, and emits it. */
export async function deleteTribeTx(tx: TribesTx, { id, ownerId, image }: StoredTribe): Promise<void> {
  await tx.members.decrementOwned(ownerId);
  await tx.tribes.delete(id);
  tx.emit(TribeDeleted, { tribeId: id });
  await tx.enqueue(closePictures, { tribeId: id });
  if (image) await dropAfterCommit(tx, [image.key]);
}

function slugOf(name: string): string {
  const slug = normalizeName(name);
  if (slug === '') throw errors.fail('name_unusable');
  if (looksReserved(name)) throw errors.fail('name_taken');
  if (mixesScripts(name)) throw errors.fail('name_mixes_scripts');
  return slug;
}
