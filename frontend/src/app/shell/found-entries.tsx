import { useInfiniteQuery } from '@tanstack/react-query';
import { Hash, MapPin, Search } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { type FoundItem, searchAddress, searchQuery } from '../../features/explore/api.ts';
import { useRecentSearches } from '../../features/explore/recent-searches.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { postPath } from '../../lib/post-path.ts';
import { useMe } from '../../lib/session.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { QuickEntry } from './quick-entry.ts';
import { matchesWords } from './word-match.ts';

const PAUSE_MS = 200;
const FOUND_MAX = 8;

/**
 * Returns what the search of `/explore` finds for a text, best first, and an entry that opens that search. For members
 * only. It searches when the person pauses.
 */
export function useFoundEntries(query: string): QuickEntry[] {
  const { t } = useTexts('tools', 'explore');
  const me = useMe();
  const navigate = useNavigate();
  const settled = useSettled(query, PAUSE_MS);
  const toEntry = useFoundEntry();
  const { remember } = useRecentSearches();
  const { data, isPlaceholderData } = useInfiniteQuery({
    ...searchQuery('top', settled),
    enabled: me !== null && settled !== '',
  });
  if (!me || query === '') return [];
  const isCurrent = settled === query && !isPlaceholderData;
  const found = (data?.pages[0]?.items ?? [])
    .slice(0, FOUND_MAX)
    .map(toEntry)
    // Results for the previous text stay while they match, so that Enter opens nothing else.
    .filter(({ label }) => isCurrent || matchesWords(label, query));
  const all: QuickEntry = {
    id: 'found-all',
    group: 'found',
    label: t('quick.searchAll', { query }),
    icon: <Search />,
    run: () => {
      remember(query);
      void navigate(searchAddress('top', query));
    },
  };
  return [...found, all];
}

function useFoundEntry(): (item: FoundItem) => QuickEntry {
  const { t } = useTexts('tools', 'explore');
  const navigate = useNavigate();
  const entry = (id: string, to: string, shown: Pick<QuickEntry, 'label' | 'icon' | 'detail'>): QuickEntry => ({
    id: `found-${id}`,
    group: 'found',
    ...shown,
    run: () => navigate(to),
  });
  return (item) => {
    switch (item.type) {
      case 'account':
        return entry(item.user.id, paths.user(item.user.id), {
          label: item.user.name,
          icon: <Avatar person={item.user} size={28} />,
          detail: t('explore.inTribe', { tribe: item.tribe.name }),
        });
      case 'post':
        return entry(item.post.id, postPath(item.post), {
          label: item.post.content || t('explore.noWords'),
          icon: <Avatar person={item.post.user} size={28} />,
          detail: t('explore.inTribe', { tribe: item.post.tribe.name }),
        });
      case 'tag':
        return entry(`#${item.tag}`, paths.tag(item.tag), { label: item.tag, icon: <Hash /> });
      case 'place':
        return entry(`@${item.placeSlug}`, paths.place(item.placeSlug), { label: item.place, icon: <MapPin /> });
      default:
        return item satisfies never;
    }
  };
}
