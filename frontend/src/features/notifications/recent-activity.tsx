import { useQuery } from '@tanstack/react-query';
import { Heart, MessageSquare, ThumbsDown } from 'lucide-react';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { type ActivityItem, activityQuery } from './api.ts';
import { AvatarWithIcon } from './item-parts.tsx';
import { RowsSkeleton } from './section.tsx';

/** Reactions to and comments on the viewer's posts. */
export function RecentActivity() {
  const { t } = useTexts('members');
  const activity = useQuery(activityQuery);
  if (activity.isPending) return <RowsSkeleton rows={3} />;
  if (!activity.data)
    return (
      <ErrorState
        error={activity.error}
        fallback={t('notifications.activityFailed')}
        onRetry={() => void activity.refetch()}
        className="py-6"
      />
    );
  if (activity.data.length === 0)
    return (
      <EmptyState
        title={t('notifications.noActivityTitle')}
        text={t('notifications.noActivityText')}
        className="py-4"
      />
    );
  return (
    <ul className="grid grid-cols-1">
      {activity.data.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

const SENTENCES = {
  like: 'notifications.liked',
  dislike: 'notifications.disliked',
  comment: 'notifications.commented',
} as const;
const ICONS = { like: Heart, dislike: ThumbsDown, comment: MessageSquare } as const;

function Item({ item }: { item: ActivityItem }) {
  const { t } = useTexts('members');
  const { actor } = item;
  const kind = item.type === 'comment' ? 'comment' : (item.reaction ?? 'like');
  return (
    <li className="flex gap-3 py-2 text-small">
      <AvatarWithIcon person={actor} icon={ICONS[kind]} />
      <span className="grid min-w-0 grow gap-0.5">
        <span className="prose-safe">
          <RichText
            text={t(SENTENCES[kind], { name: actor.name })}
            elements={{
              who: (
                <UserLink person={actor} className="font-semibold">
                  {actor.name}
                </UserLink>
              ),
            }}
          />
        </span>
        {item.comment && <span className="line-clamp-2 text-fg-muted">{item.comment}</span>}
        <span className="flex items-center gap-2">
          <RelativeTime value={item.createdAt} className="mr-auto text-caption text-fg-faint" />
          <FollowToggle user={actor} iconOnly />
          <ButtonLink
            size="sm"
            to={paths.post(item.postId, item.tribeId)}
            aria-label={t('notifications.seeOf', { name: actor.name })}
          >
            {t('notifications.see')}
          </ButtonLink>
        </span>
      </span>
    </li>
  );
}
