import { Hash, MapPin, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { postPath } from '../../lib/post-path.ts';
import { UserActionLine } from '../../lib/user-action-line.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { FoundItem as Found, FoundOf } from './api.ts';

const rowClass = 'rounded-md bg-surface p-3 shadow-card';
const linkClass = `focus-ring flex items-center gap-3.5 hover:bg-hover ${rowClass}`;

/** A result of the search; a link to what was found. */
export function FoundItem({ item }: { item: Found }) {
  switch (item.type) {
    case 'account':
      return <FoundAccount found={item} />;
    case 'post':
      return <FoundPost found={item} />;
    case 'tag':
      return <FoundLabel to={paths.tag(item.tag)} icon={<Hash />} label={item.tag} posts={item.posts} />;
    case 'place':
      return <FoundLabel to={paths.place(item.placeSlug)} icon={<MapPin />} label={item.place} posts={item.posts} />;
    default:
      return item satisfies never;
  }
}

export function keyOf(item: Found): string {
  if (item.type === 'account') return item.user.id;
  if (item.type === 'post') return item.post.id;
  return item.type === 'tag' ? `#${item.tag}` : `@${item.placeSlug}`;
}

function FoundAccount({ found: { user, tribe } }: { found: FoundOf<'account'> }) {
  const { t } = useTexts('explore');
  return (
    <li className={rowClass}>
      <UserActionLine person={user} about={t('explore.inTribe', { tribe: tribe.name })}>
        <FollowToggle user={user} />
      </UserActionLine>
    </li>
  );
}

function FoundPost({ found: { post } }: { found: FoundOf<'post'> }) {
  const { t } = useTexts('explore');
  return (
    <li>
      <Link to={postPath(post)} className={linkClass}>
        <Avatar person={post.user} size={40} />
        <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
          <bdi className="truncate font-display font-semibold">{post.user.name}</bdi>
          <span className="wrap-anywhere line-clamp-2 text-small" dir="auto">
            {post.content || t('explore.noWords')}
          </span>
          <span className="flex min-w-0 text-caption text-fg-faint">
            <span className="truncate">{t('explore.inTribe', { tribe: post.tribe.name })}</span>
            <span className="shrink-0 whitespace-pre">
              {' · '}
              <RelativeTime value={post.createdAt} />
            </span>
          </span>
        </span>
        <Thumbnail {...post} />
      </Link>
    </li>
  );
}

/** The first picture, else the poster of the first video that has one, with the mark of a video. */
function Thumbnail({ images, videos }: Pick<FoundOf<'post'>['post'], 'images' | 'videos'>) {
  const picture = images.find(({ lost }) => !lost);
  const video = picture ? undefined : videos.find(({ poster }) => poster);
  const src = picture?.variants.square ?? video?.poster;
  if (!src) return null;
  return (
    <span className="relative shrink-0">
      <Picture src={src} alt="" lqip={(picture ?? video)?.lqip} ratio={1} className="w-16 rounded-sm" />
      {video && (
        <span
          aria-hidden="true"
          className="absolute right-1 bottom-1 grid size-5 place-items-center rounded-full bg-black/60 text-white"
        >
          <Play className="size-2.5 fill-current" />
        </span>
      )}
    </span>
  );
}

interface FoundLabelProps {
  to: string;
  icon: ReactNode;
  label: string;
  posts: number;
}

function FoundLabel({ to, icon, label, posts }: FoundLabelProps) {
  const { t } = useTexts('explore');
  const format = useFormat();
  return (
    <li>
      <Link to={to} className={linkClass}>
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ember-soft text-ember-text [&>svg]:size-5"
        >
          {icon}
        </span>
        <span className="grid min-w-0 grow grid-cols-1">
          <bdi className="truncate font-display font-semibold">{label}</bdi>
          <span className="text-caption text-fg-faint">
            {t('explore.posts', { count: posts, shown: format.number(posts) })}
          </span>
        </span>
      </Link>
    </li>
  );
}

export function FoundSkeleton() {
  return (
    <Loading>
      <div className="grid grid-cols-1 gap-2.5">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-17 rounded-md" />
        ))}
      </div>
    </Loading>
  );
}
