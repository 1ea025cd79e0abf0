import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { TribeCreated, TribeDeleted, TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import type { NewTribe, Slug, Tribe, TribeChange, Tribes, TribesQuery } from '../api.ts';
import { shownMembers, tribesPerUser } from '../limits.ts';
import { assertModerates, assertOwns, found, isHominini, mayRead, seeTribe } from './access.ts';
import type { Parts } from './deps.ts';
import { errors } from './errors.ts';
import { move } from './joining.ts';
import { newLevels, topLevel } from './levels.ts';
import { freeName, looksReserved, mixesScripts, normalizeName } from './names.ts';
import { bannerUrl, presentCard, presentMembers } from './present.ts';
import type { Member, Standing } from './store/memberships.ts';
import type { TribesTx } from './store/store.ts';
import type { SeenTribe, StoredTribe, TribeFacts } from './store/tribes.ts';

/** A page of the directory as the caller sees it. */
export async function listTribes(parts: Parts, viewer: Actor, { page, pageSize, q }: TribesQuery): Promise<Tribes> {
  const { tribes } = parts.store;
  const [items, total] = await Promise.all([
    tribes.directory(viewer.id, { q, offset: (page - 1) * pageSize, limit: pageSize }),
    tribes.count(q),
  ]);
  return { items: items.map((seen) => presentCard(parts, seen)), total };
}

/**
 * A tribe on its own page. Its members are for those who may read it; to others a public tribe shows who leads it,
 * a private one nobody.
 */
export async function readTribe(parts: Parts, viewer: Actor, tribeId: number): Promise<Tribe> {
  const seen = await seeTribe(parts, viewer, tribeId);
  const members = await membersShown(parts, viewer, seen);
  const { image } = seen.tribe;
  return {
    ...presentCard(parts, seen),
    imageUrl: image && bannerUrl(parts, seen.tribe, image.key),
    members: await presentMembers(parts, viewer, seen, members),
  };
}

async function membersShown({ store }: Parts, viewer: Actor, seen: SeenTribe): Promise<Member[]> {
  const isOpen = mayRead(viewer, seen);
  if (!isOpen && seen.tribe.isPrivate) return [];
  const first = await store.members.page(seen.tribe.id, { status: 'active', limit: shownMembers });
  return isOpen ? first : first.filter(({ role }) => role !== 'member');
}

/** What a name becomes, and a free one near it. */
export async function suggestSlug({ store }: Parts, name: string): Promise<Slug> {
  const slug = normalizeName(name);
  if (slug === '' || mixesScripts(name)) return { slug, suggestion: '', available: false };
  const taken = await store.tribes.takenNames(slug);
  if (looksReserved(name)) taken.add(slug);
  const suggestion = freeName(slug, taken);
  return { slug, suggestion, available: suggestion === slug };
}

/** Founds a tribe, whose owner the caller is. Of parallel attempts no more succeed than somebody may own. */
export async function createTribe({ ctx, store }: Parts, founder: Actor, wish: NewTribe): Promise<SeenTribe> {
  const createdAt = ctx.clock.now();
  const normalizedName = slugOf(wish.name);
  const requiresApproval = wish.requiresApproval || wish.isPrivate;
  return store.transaction(async (tx) => {
    const most = isAdmin(founder) ? undefined : tribesPerUser;
    if (!(await tx.members.claimTribe(founder.id, most))) throw errors.fail('tribe_limit');
    const id = await tx.tribes.add({ ...wish, normalizedName, requiresApproval, createdAt });
    if (id === undefined) throw errors.fail('name_taken');
    await tx.levels.add(id, newLevels(ctx));
    tx.emit(TribeCreated, { tribeId: id, name: wish.name, ownerId: founder.id, isPrivate: wish.isPrivate });
    const owner: Standing = { status: 'active', role: 'owner', levelOrder: topLevel, since: createdAt };
    await move(tx, { tribe: { id, name: wish.name }, standing: null }, founder.id, owner, { byId: founder.id });
    const [seen] = await tx.tribes.seenBy(founder.id, [id]);
    return found(seen);
  });
}

/** Changes what was sent; owner, officers and site admins. Hominini keeps its name and stays open. */
export async function editTribe({ store }: Parts, actor: Actor, id: number, change: TribeChange): Promise<SeenTribe> {
  return store.transaction(async (tx) => {
    const seen = found(await tx.tribes.lock(id, actor.id));
    assertModerates(actor, seen);
    const facts = changedFacts(seen.tribe, change);
    if (!(await tx.tribes.change(id, facts))) throw errors.fail('name_taken');
    const isPrivate = facts.isPrivate;
    tx.emit(TribeUpdated, { tribeId: id, isPrivate, keptMediaKeys: [], droppedMediaKeys: [] });
    const [changed] = await tx.tribes.seenBy(actor.id, [id]);
    return found(changed);
  });
}

function changedFacts(tribe: StoredTribe, change: TribeChange): TribeFacts {
  const name = change.name ?? tribe.name;
  const isPrivate = change.isPrivate ?? tribe.isPrivate;
  const requiresApproval = isPrivate || (change.requiresApproval ?? tribe.requiresApproval);
  if (isHominini(tribe) && (name !== tribe.name || requiresApproval)) throw errors.fail('hominini_locked');
  return {
    name,
    // A name that was there before a rule about names stays.
    normalizedName: name === tribe.name ? tribe.normalizedName : slugOf(name),
    description: change.description ?? tribe.description,
    tags: change.tags ?? tribe.tags,
    isPrivate,
    requiresApproval,
  };
}

/** Deletes a tribe with all that is in it; its owner and site admins. */
export async function deleteTribe({ store }: Parts, actor: Actor, id: number): Promise<void> {
  await store.transaction(async (tx) => {
    const seen = found(await tx.tribes.lock(id, actor.id));
    if (isHominini(seen.tribe)) throw errors.fail('hominini_locked');
    assertOwns(actor, seen);
    await dissolve(tx, seen.tribe);
  });
}

/** A tribe ends. */
export async function dissolve(tx: TribesTx, { id, ownerId, image }: StoredTribe): Promise<void> {
  await tx.members.releaseTribe(ownerId);
  await tx.tribes.delete(id);
  tx.emit(TribeDeleted, { tribeId: id, droppedMediaKeys: image ? [image.key] : [] });
}

function slugOf(name: string): string {
  const slug = normalizeName(name);
  if (slug === '') throw errors.fail('name_unusable');
  if (looksReserved(name)) throw errors.fail('name_taken');
  if (mixesScripts(name)) throw errors.fail('name_mixes_scripts');
  return slug;
}
