import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellPlus, BellRing } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { onSinglePress } from '../ui/single-press.ts';
import type { Schema } from './contract.ts';
import { http } from './http.ts';
import { useTexts } from './i18n.ts';
import { updateOptimistically } from './optimistic.ts';
import { queryKeys } from './query-keys.ts';

/* Followed tags and places, used by their pages and by the lists of what the viewer follows. */

/** A tag, or the slug of a place. */
export interface Label {
  kind: 'tag' | 'place';
  value: string;
  /** A place as a post spells it. */
  text?: string;
}

type FollowedLabels = Schema<'FollowedLabels'>;

export const followedLabelsQuery = queryOptions({
  queryKey: queryKeys.labels.all,
  queryFn: ({ signal }) => http.get('/auth/me/follows', { signal }),
  staleTime: 60_000,
});

const listOf = { tag: 'tags', place: 'places' } as const;

/** Returns the text of a label: `#pan`, or the words of a place, from its slug if no post is known. */
export const labelText = ({ kind, value, text }: Label): string =>
  kind === 'tag' ? `#${value}` : (text ?? value.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()));

/** Follows or unfollows a tag or a place, shown at once. */
function useFollowLabel({ kind, value }: Label): (follow: boolean) => Promise<FollowedLabels> {
  const client = useQueryClient();
  const { queryKey } = followedLabelsQuery;
  const list = listOf[kind];
  const target = {
    key: queryKeys.labels.one(kind, value),
    shownBy: [queryKey],
    read: () => client.getQueryData(queryKey) ?? { tags: [], places: [] },
    // Other labels may have changed meanwhile: only this one is written.
    write: (next: FollowedLabels) =>
      client.setQueryData(queryKey, (shown) => shown && withLabel(shown, list, value, next[list].includes(value))),
    next: (before: FollowedLabels, follow: boolean) => withLabel(before, list, value, follow),
    send: async (follow: boolean, confirmed: FollowedLabels) => {
      const { following } = await send({ kind, value }, follow);
      return withLabel(confirmed, list, value, following);
    },
  };
  return async (follow) => {
    const response = await updateOptimistically(client, target, follow);
    void client.invalidateQueries({ queryKey: queryKeys.feed.home, refetchType: 'none' });
    return response;
  };
}

function send({ kind, value }: Label, follow: boolean): Promise<Schema<'LabelFollow'>> {
  if (kind === 'tag') {
    const path = { tag: value };
    return follow
      ? http.post('/auth/me/follows/tags/{tag}', { path })
      : http.delete('/auth/me/follows/tags/{tag}', { path });
  }
  const path = { place: value };
  return follow
    ? http.post('/auth/me/follows/places/{place}', { path })
    : http.delete('/auth/me/follows/places/{place}', { path });
}

function withLabel(all: FollowedLabels, list: keyof FollowedLabels, value: string, follow: boolean): FollowedLabels {
  const others = all[list].filter((each) => each !== value);
  return { ...all, [list]: follow ? [...others, value].toSorted() : others };
}

/** Follows or unfollows a tag or a place. */
export function FollowLabelToggle({ label }: { label: Label }) {
  const { t } = useTexts('members');
  const { data } = useQuery(followedLabelsQuery);
  const following = data?.[listOf[label.kind]].includes(label.value);
  const follow = useFollowLabel(label);
  const name = t(following ? 'posts.unfollow' : 'posts.follow', { name: labelText(label) });
  return (
    <Button
      size="sm"
      aria-pressed={following ?? false}
      disabled={following === undefined}
      variant={following ? 'ghost' : 'quiet'}
      className={cx(following && 'bg-hover')}
      icon={following ? <BellRing /> : <BellPlus />}
      // Begins with the visible text, for voice control.
      aria-label={following ? `${t('people.following')}: ${name}` : name}
      // As specified, a failure shows no message: the button shows the current state.
      onClick={onSinglePress(() => void follow(!following).catch(() => undefined))}
    >
      {t(following ? 'people.following' : 'people.follow')}
    </Button>
  );
}
