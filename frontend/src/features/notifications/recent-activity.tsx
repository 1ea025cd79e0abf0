import { useQuery } from '@tanstack/react-query';
import { Heart, MessageSquare, ThumbsDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { rowControl } from '../../ui/focus.ts';
import { Picture } from '../../ui/picture.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { type ActivityGroup, groupActivity } from './activity-groups.ts';
import { type ActivityItem, activityQuery } from './api.ts';
import { AvatarWithIcon } from './item-parts.tsx';
import { RowsSkeleton, rowClass } from './section.tsx';

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
  return <Groups groups={groupActivity(activity.data)} />;
}

type Group = ActivityGroup<ActivityItem>;

/** The rows shown at first, so that what follows the list stays within reach. */
const FIRST_ROWS = 10;

function Groups({ groups }: { groups: readonly Group[] }) {
  const { t } = useTexts('members');
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button is removed with its press.
  useEffect(() => {
    if (showsAll) rowControl(list.current, FIRST_ROWS)?.focus();
  }, [showsAll]);
  return (
    <>
      <ul ref={list} className="grid grid-cols-1">
        {(showsAll ? groups : groups.slice(0, FIRST_ROWS)).map((group) => (
          <GroupRow key={group.item.id} group={group} />
        ))}
      </ul>
      {!showsAll && groups.length > FIRST_ROWS && (
        <Button variant="ghost" className="justify-self-center" onClick={() => setShowsAll(true)}>
          {t('notifications.more')}
        </Button>
      )}
    </>
  );
}

const SENTENCES = {
  like: { alone: 'notifications.liked', withComment: 'notifications.likedAndCommented' },
  dislike: { alone: 'notifications.disliked', withComment: 'notifications.dislikedAndCommented' },
} as const;
const ICONS = { like: Heart, dislike: ThumbsDown, comment: MessageSquare } as const;

function sentenceOf({ reaction, comments }: Group) {
  if (!reaction) return 'notifications.commented';
  return SENTENCES[reaction][comments.length > 0 ? 'withComment' : 'alone'];
}

/** A row that is a link to the post, but for the links to the person. */
function GroupRow({ group }: { group: Group }) {
  const { t } = useTexts('members');
  const { item, reaction, comments } = group;
  const { actor } = item;
  const [newest, ...others] = comments;
  return (
    <li className={`${rowClass} relative items-start!`}>
      <span className="relative z-10 flex">
        <AvatarWithIcon person={actor} icon={ICONS[reaction ?? 'comment']} />
      </span>
      <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <span className="prose-safe">
          <RichText
            text={t(sentenceOf(group), { name: actor.name })}
            elements={{
              who: (
                <UserLink person={actor} className="relative z-10 font-semibold">
                  {actor.name}
                </UserLink>
              ),
            }}
          />
        </span>
        {newest && (
          <span dir="auto" className="wrap-anywhere line-clamp-2 text-fg-muted">
            {newest}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap text-caption text-fg-faint">
          <RelativeTime value={item.createdAt} />
          {others.length > 0 && <span>{t('notifications.moreComments', { count: others.length })}</span>}
          <Link
            to={paths.post(item.postId, item.tribeId)}
            aria-label={t('notifications.seeOf', { name: actor.name })}
            className="font-semibold text-ember-text outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-ember-text focus-visible:after:-outline-offset-2"
          >
            {t('notifications.see')}
          </Link>
        </span>
      </span>
      <PostMark item={item} />
    </li>
  );
}

/** Identifies a post by its picture, else by its first words. */
function PostMark({ item: { postPicture, postText } }: { item: ActivityItem }) {
  if (postPicture)
    return (
      <Picture src={postPicture.url} lqip={postPicture.lqip} alt="" ratio={1} className="w-12 shrink-0 rounded-sm" />
    );
  if (!postText) return null;
  return (
    <span className="w-24 shrink-0 rounded-sm bg-sunken px-2 py-1.5 text-caption text-fg-muted">
      <bdi className="line-clamp-2 wrap-anywhere">{postText}</bdi>
    </span>
  );
}
