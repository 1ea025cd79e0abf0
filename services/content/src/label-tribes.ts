import type { Actor } from '@tribus/kit/core/actor.ts';
import type { LabelTribes, LabelTribesQuery } from '../api/label-tribes.ts';
import { normaliseTag, placeSlugOf } from '../tags.ts';
import type { Deps } from './deps.ts';
import { findRange } from './readable-posts.ts';

/** The viewer's tribes in which they see posts with a tag or of a place; none for neither. */
export async function findLabelTribes(deps: Deps, viewer: Actor, query: LabelTribesQuery): Promise<LabelTribes> {
  const [tag, place] = [normaliseTag(query.tag), placeSlugOf(query.place)];
  if (tag === '' && place === '') return { tribeIds: [] };
  const { range, own } = await findRange(deps, viewer);
  // As in the feed of a tribe, where a muted tag can be asked for.
  const shown = { ...range, tribes: own, mutedTags: range.mutedTags.filter((muted) => muted !== tag) };
  return { tribeIds: await deps.store.search.listLabelTribes(shown, { tag, place }) };
}
