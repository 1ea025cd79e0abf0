import { useQuery } from '@tanstack/react-query';
import { Hash, MapPin } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FollowLabelToggle, followedLabelsQuery, labelText } from '../../lib/followed-labels.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

type ListName = 'tags' | 'places';

/** The tags or the places that the viewer follows. */
export function FollowedLabelList({ list }: { list: ListName }) {
  const { t } = useTexts('tools');
  const labels = useQuery(followedLabelsQuery);
  if (labels.isPending)
    return (
      <Loading>
        <Skeleton className="h-17 rounded-md" />
      </Loading>
    );
  if (labels.isError)
    return (
      <ErrorState error={labels.error} fallback={t('following.loadFailed')} onRetry={() => void labels.refetch()} />
    );
  return <Labels list={list} followed={labels.data[list]} />;
}

/** An unfollowed one stays in the list, so that it can be undone. */
function Labels({ list, followed }: { list: ListName; followed: readonly string[] }) {
  const { t } = useTexts('tools');
  const [first] = useState(followed);
  const shown = [...new Set([...first, ...followed])].toSorted();
  if (shown.length === 0)
    return (
      <EmptyState
        icon={list === 'tags' ? <Hash /> : <MapPin />}
        title={t(`following.none.${list}`)}
        text={t('following.labelText')}
      />
    );
  return (
    <ul className="grid grid-cols-1 gap-2.5 lg:grid-cols-2">
      {shown.map((value) => {
        const label = { kind: list === 'tags' ? 'tag' : 'place', value } as const;
        return (
          <li key={value} className="flex items-center justify-between gap-3 rounded-md bg-surface p-3 shadow-card">
            <Link
              to={list === 'tags' ? paths.tag(value) : paths.place(value)}
              className="focus-ring inline-flex min-h-11 min-w-0 items-center rounded-xs px-1 font-display font-semibold hover:underline"
            >
              <span className="truncate">{labelText(label)}</span>
            </Link>
            <FollowLabelToggle label={label} />
          </li>
        );
      })}
    </ul>
  );
}
