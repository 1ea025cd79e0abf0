/** A reaction to, or a comment on, a post. */
interface Action {
  id: string;
  actor: { id: string };
  postId: string;
  reaction: 'like' | 'dislike' | null;
  comment: string | null;
}

/** The actions of one person on one post. */
export interface ActivityGroup<Item> {
  /** The newest item. */
  item: Item;
  reaction: Action['reaction'];
  /** The texts of the comments, the newest first. */
  comments: string[];
}

/** Groups items, the newest first, by person and post. Deleted users share an id: their items stay apart. */
export function groupActivity<Item extends Action>(items: readonly Item[]): ActivityGroup<Item>[] {
  const keyOf = ({ id, actor, postId }: Item) => (actor.id === 'deleted' ? id : `${actor.id} ${postId}`);
  return [...Map.groupBy(items, keyOf).values()].flatMap((group) => {
    const [item] = group;
    if (!item) return [];
    return {
      item,
      reaction: group.find(({ reaction }) => reaction)?.reaction ?? null,
      comments: group.flatMap(({ comment }) => comment ?? []),
    };
  });
}
