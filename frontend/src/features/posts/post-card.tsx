import { homininiId } from '@limits/community';
import { vibeTag } from '@limits/content';
import { BellRing, Hash, Lock, MapPin, Megaphone, Music4, Pin } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { postPath } from '../../lib/post-path.ts';
import { useView } from '../../lib/use-view.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { lazyOverlay } from '../../ui/lazy-overlay.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AnnouncePost } from './announce-post.tsx';
import type { Post } from './api.ts';
import { AuthorMenu } from './author-menu.tsx';
import { PostComments } from './comments.tsx';
import { DeletePost } from './delete-post.tsx';
import { PostActions } from './post-actions.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostMedia } from './post-media.tsx';
import { PostArea, PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';
import type { VersionsPanelProps } from './versions-panel.tsx';

const HiddenNote = lazyComponent(async () => (await import('../../lib/hidden-note.tsx')).HiddenNote);

const VersionsSheet = lazyOverlay<VersionsPanelProps>(
  ({ open }) => open,
  withTexts(async () => (await import('./versions-panel.tsx')).VersionsPanel, 'versions'),
);

interface PostCardProps {
  post: Post;
  /** The first on the screen: its picture is loaded eagerly. */
  eager?: boolean;
  /** On its own page: the full text, comments open. */
  alone?: boolean;
  startEditing?: boolean;
  /** In the list of one's own posts. */
  inOwnList?: boolean;
  onDeleted?: () => void;
}

/**
 * On its own page on a desktop: the media at the left, and all else in the cells at the right, so that both are in view.
 * Wide media, which leave space below them, get more of the width.
 */
export const twoColumnsClass = cx(
  'lg:grid-cols-[minmax(0,1fr)_clamp(18rem,46%,24rem)] lg:in-data-[frame=wide]:grid-cols-[minmax(0,1fr)_clamp(18rem,30%,20rem)]',
  'lg:grid-rows-[auto_auto_1fr] lg:gap-x-6',
);
export const leftColumnClass = 'lg:sticky lg:top-6 lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:self-start';

/** A post with its media, text, reactions and comments. */
export function PostCard({ post, eager = false, alone = false, startEditing = false, ...place }: PostCardProps) {
  const ref = useRef<HTMLDivElement>(null);
  const nameId = useId();
  const [editing, setEditing] = useState(startEditing && post.canEdit);
  const text = useFocusOnSwap<HTMLDivElement>(editing);
  const [commentsOpen, setCommentsOpen] = useState(alone);
  const [confirming, setConfirming] = useState<'delete' | 'announce' | null>(null);
  const [versionsOpen, setVersionsOpen] = useState(false);
  useView(post, ref);
  const close = () => setConfirming(null);
  const acts = {
    post,
    onEdit: () => setEditing(true),
    onDelete: () => setConfirming('delete'),
    onAnnounce: () => setConfirming('announce'),
  };
  const hasMedia = post.images.length + post.videos.length > 0;
  const isBesideMedia = alone && hasMedia;
  return (
    <Card as="article" aria-labelledby={nameId} className="animate-rise">
      <div ref={ref} className={cx('grid grid-cols-1 gap-3.5 p-4 sm:p-5', isBesideMedia && twoColumnsClass)}>
        <PostArea {...acts}>
          <PostHeader {...acts} nameId={nameId} onVersions={() => setVersionsOpen(true)} />
          {hasMedia && (
            <div className={cx('grid grid-cols-1', isBesideMedia && leftColumnClass)}>
              <PostMedia post={post} eager={eager} />
            </div>
          )}
          <div ref={text} className="grid grid-cols-1 gap-3.5">
            {post.hidden && (
              <LazyPart>
                <HiddenNote hidden={post.hidden} />
              </LazyPart>
            )}
            {editing ? (
              <PostEditor post={post} onDone={() => setEditing(false)} />
            ) : (
              <PostText text={post.content} cut={alone ? 'never' : place.inOwnList ? 'characters' : 'words'} />
            )}
            <PostPills post={post} />
            <PostActions post={post} commentsOpen={commentsOpen} onComments={() => setCommentsOpen(!commentsOpen)} />
          </div>
        </PostArea>
        {commentsOpen && <PostComments post={post} />}
      </div>
      <VersionsSheet post={post} open={versionsOpen} onClose={() => setVersionsOpen(false)} />
      <DeletePost {...place} post={post} open={confirming === 'delete'} onClose={close} />
      {post.canPin && <AnnouncePost post={post} open={confirming === 'announce'} onClose={close} />}
    </Card>
  );
}

interface PostHeaderProps {
  post: Post;
  nameId: string;
  onEdit: () => void;
  onDelete: () => void;
  onAnnounce: () => void;
  onVersions: () => void;
}

function PostHeader({ nameId, onVersions, ...acts }: PostHeaderProps) {
  const { post } = acts;
  const { user, tribeId } = post;
  const ring = tribeId === homininiId ? {} : { ringOf: tribeId };
  return (
    <header className="group flex items-center gap-3">
      <div className="relative grid shrink-0">
        <UserLink person={user} silent className="rounded-full">
          <Avatar person={user} size={42} {...ring} />
        </UserLink>
        <AuthorMenu post={post} />
      </div>
      <div className="min-w-0 grow leading-tight">
        <div className="flex min-w-0 items-center gap-2">
          <span id={nameId} className="min-w-0 truncate font-bold font-display">
            <UserLink person={user}>{user.name}</UserLink>
          </span>
          <AgentMark of={user} />
        </div>
        <PostLine post={post} onVersions={onVersions} />
      </div>
      <PostMenu {...acts} />
    </header>
  );
}

/** Levels below it say nothing about an author. */
const LEVEL_SHOWN_FROM = 2;
const lineClass = 'focus-ring inline-flex min-h-6 max-w-full items-center rounded-xs hover:underline';

/**
 * Why it is above newer ones, when, by an author of which level, edited or not, and in which tribe. A line ends with a
 * separator, none begins with one.
 */
function PostLine({ post, onVersions }: Pick<PostHeaderProps, 'post' | 'onVersions'>) {
  const { t } = useTexts('members');
  const { tribeId, authorLevel, editedAt, versions, tribe } = post;
  const showsLevel = tribeId !== homininiId && authorLevel !== null && authorLevel >= LEVEL_SHOWN_FROM;
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-caption text-fg-faint [&>:not(:last-child)]:after:ml-1 [&>:not(:last-child)]:after:content-['·']">
      {post.isAnnouncement && <PostMark icon={<Megaphone aria-hidden="true" />} text={t('posts.announcement')} />}
      {post.isPinned && <PostMark icon={<Pin aria-hidden="true" />} text={t('posts.pinned')} />}
      <Link to={postPath(post)} className={lineClass}>
        <RelativeTime value={post.createdAt} />
        {showsLevel && <span className="whitespace-pre">{` · ${t('shell.level', { level: authorLevel })}`}</span>}
        {editedAt && versions === 0 && <span className="whitespace-pre">{` · ${t('posts.edited')}`}</span>}
      </Link>
      {editedAt && versions > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t('posts.edited')}, ${t('posts.seeVersions')}`}
          onClick={onVersions}
          className={lineClass}
        >
          {t('posts.edited')}
        </button>
      )}
      {tribe && (
        <Link to={paths.tribe(tribe.id)} className={lineClass}>
          <span className="truncate">{tribe.name}</span>
        </Link>
      )}
    </div>
  );
}

const PostMark = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className="inline-flex items-center">
    <span className="inline-flex items-center gap-1 font-medium text-ember-text [&_svg]:size-3">
      {icon}
      {text}
    </span>
  </span>
);

function PostPills({ post }: { post: Post }) {
  const { t } = useTexts('members');
  const tags = tagsForPeople(post);
  const followed = post.reason === 'tribe' ? undefined : post.reason;
  const isMarked = post.minLevelOrder > 1 || followed;
  if (tags.length === 0 && !post.mood && !post.place && !isMarked) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {followed && (
        <Pill tone="moss" icon={<BellRing aria-hidden="true" />}>
          {t(`latest.${followed}`)}
        </Pill>
      )}
      {post.minLevelOrder > 1 && (
        <Pill tone="honey" icon={<Lock aria-hidden="true" />}>
          {t('posts.fromLevel', { level: post.minLevelOrder })}
        </Pill>
      )}
      {post.place && <LocationPill {...post} place={post.place} />}
      {post.mood && <Pill icon={<Music4 aria-hidden="true" />}>{t(`mood.${post.mood}`)}</Pill>}
      {tags.map((tag) => (
        <LabelLink key={tag} to={paths.tag(tag)} tribeId={post.tribeId}>
          <Pill icon={<Hash aria-hidden="true" />}>{tag}</Pill>
        </LabelLink>
      ))}
    </div>
  );
}

/** A place without letters and digits has no slug, so no page. */
function LocationPill({ place, placeSlug, tribeId }: Pick<Post, 'placeSlug' | 'tribeId'> & { place: string }) {
  const pill = <Pill icon={<MapPin aria-hidden="true" />}>{place}</Pill>;
  if (placeSlug === null) return pill;
  return (
    <LabelLink to={paths.place(placeSlug)} tribeId={tribeId}>
      {pill}
    </LabelLink>
  );
}

/** Leads to the posts with a tag or of a place, first those of the same tribe. */
const LabelLink = ({ to, tribeId, children }: { to: string; tribeId: number; children: ReactNode }) => (
  <Link to={`${to}?tribe=${tribeId}`} className="focus-ring max-w-full rounded-full hover:brightness-110">
    {children}
  </Link>
);

/** A story also has technical tags: `vibe` and its mood, which is shown as text. */
function tagsForPeople({ kind, tags, mood }: Post): string[] {
  return kind === 'story' ? tags.filter((tag) => tag !== vibeTag && tag !== mood) : tags;
}
