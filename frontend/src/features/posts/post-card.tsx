import { homininiId } from '@limits/community';
import { vibeTag } from '@limits/content';
import { Hash, Lock, MapPin, Music4 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Post, useDeletePost } from './api.ts';
import { AuthorMarks } from './author.tsx';
import { PostComments } from './comments.tsx';
import { PostActions } from './post-actions.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostMedia } from './post-media.tsx';
import { PostArea, PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';
import { useView } from './use-view.ts';

interface PostCardProps {
  post: Post;
  /** The first on the screen: its picture is loaded eagerly. */
  eager?: boolean;
  /** On its own page: the text in full, comments open. */
  alone?: boolean;
  startEditing?: boolean;
  onDeleted?: () => void;
}

/** A post with its media, text, reactions and comments. */
export function PostCard({ post, eager = false, alone = false, startEditing = false, onDeleted }: PostCardProps) {
  const ref = useRef<HTMLDivElement>(null);
  const nameId = useId();
  const [editing, setEditing] = useState(startEditing && post.canEdit);
  const [commentsOpen, setCommentsOpen] = useState(alone);
  const [asking, setAsking] = useState(false);
  useView(post, ref);
  const acts = { post, onEdit: () => setEditing(true), onDelete: () => setAsking(true) };
  return (
    <Card as="article" aria-labelledby={nameId} className="animate-rise">
      <div ref={ref} className="grid grid-cols-1 gap-3.5 p-4 sm:p-5">
        <PostArea {...acts}>
          <PostHeader {...acts} nameId={nameId} />
          {post.images.length > 0 && <PostMedia post={post} eager={eager} />}
        </PostArea>
        {editing ? (
          <PostEditor post={post} onDone={() => setEditing(false)} />
        ) : (
          <PostText text={post.content} whole={alone} />
        )}
        <PostPills post={post} />
        <PostActions post={post} commentsOpen={commentsOpen} onComments={() => setCommentsOpen(!commentsOpen)} />
        {commentsOpen && <PostComments post={post} />}
      </div>
      <DeletePost post={post} open={asking} onClose={() => setAsking(false)} onDeleted={onDeleted} />
    </Card>
  );
}

interface PostHeaderProps {
  post: Post;
  nameId: string;
  onEdit: () => void;
  onDelete: () => void;
}

function PostHeader({ post, nameId, onEdit, onDelete }: PostHeaderProps) {
  const { t } = useTexts('members');
  const { user, tribeId } = post;
  const ring = tribeId === homininiId ? {} : { ringOf: tribeId };
  return (
    <header className="flex items-center gap-3">
      <Avatar person={user} size={42} {...ring} />
      <div className="min-w-0 grow leading-tight">
        <div className="flex min-w-0 items-center gap-2">
          <span id={nameId} className="truncate font-bold font-display">
            {user.name}
          </span>
          <AuthorMarks user={user} level={tribeId === homininiId ? null : post.authorLevel} />
        </div>
        <Link
          to={paths.post(post.id, tribeId)}
          className="focus-ring inline-flex min-h-6 items-center rounded-xs text-caption text-fg-faint hover:underline"
        >
          <RelativeTime value={post.createdAt} />
          {post.editedAt && <span className="whitespace-pre">{` · ${t('posts.edited')}`}</span>}
        </Link>
      </div>
      <PostMenu post={post} onEdit={onEdit} onDelete={onDelete} />
    </header>
  );
}

function PostPills({ post }: { post: Post }) {
  const { t } = useTexts('members');
  const tags = tagsForPeople(post);
  if (tags.length === 0 && !post.mood && !post.place && post.minLevelOrder <= 1) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {post.minLevelOrder > 1 && (
        <Pill tone="honey" icon={<Lock aria-hidden="true" />}>
          {t('posts.fromLevel', { level: post.minLevelOrder })}
        </Pill>
      )}
      {post.place && <Pill icon={<MapPin aria-hidden="true" />}>{post.place}</Pill>}
      {post.mood && <Pill icon={<Music4 aria-hidden="true" />}>{t(`mood.${post.mood}`)}</Pill>}
      {tags.map((tag) => (
        <Pill key={tag} icon={<Hash aria-hidden="true" />}>
          {tag}
        </Pill>
      ))}
    </div>
  );
}

/** A story also has technical tags: `vibe` and its mood, which is shown in words. */
function tagsForPeople({ kind, tags, mood }: Post): string[] {
  return kind === 'story' ? tags.filter((tag) => tag !== vibeTag && tag !== mood) : tags;
}

interface DeletePostProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

function DeletePost({ post, open, onClose, onDeleted }: DeletePostProps) {
  const { t } = useTexts('members');
  const remove = useDeletePost(post);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('posts.deleteTitle')}
      text={t('posts.deleteText', { count: post.counts.comments })}
      confirm={t('posts.delete')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose();
            toast(t('posts.deleted'), { tone: 'good' });
            onDeleted?.();
          },
          onError: (error) => toast(messageOf(error, t('posts.deleteFailed')), { tone: 'bad' }),
        })
      }
    />
  );
}
