import { homininiId } from '@limits/community';
import { useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { useView } from '../../lib/use-view.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { clipStep } from '../../ui/swipe.ts';
import { useReplacePage } from '../../ui/use-replace-page.ts';
import { useSwipe } from '../../ui/use-swipe.ts';
import { AnnouncePost } from './announce-post.tsx';
import type { Post } from './api.ts';
import type { ClipComments } from './clip-comments.tsx';
import { ClipVideo } from './clip-video.tsx';
import { DeletePost } from './delete-post.tsx';
import { PostActions } from './post-actions.tsx';
import { PostMedia } from './post-media.tsx';
import { PostMenu } from './post-menu.tsx';
import type { Sound } from './use-playback.ts';

const HiddenNote = lazyComponent(async () => (await import('../../lib/hidden-note.tsx')).HiddenNote);

interface ClipStageProps {
  post: Post;
  sound: Sound;
  comments: ClipComments;
  onStep: (to: 'newer' | 'older') => void;
  onDeleted: () => void;
}

/** On a desktop a card in the middle, of the format of the video; on a phone the whole screen. */
const stageClass =
  'relative size-full place-self-center overflow-hidden bg-sunken text-fg lg:h-(--stage-h) lg:w-(--stage-w) lg:rounded-xl lg:shadow-float';

/** The first video of a post with its author, text and actions. */
export function ClipStage({ post, sound, comments, onStep, onDeleted }: ClipStageProps) {
  const { t } = useTexts('members', 'video');
  const stage = useRef<HTMLElement>(null);
  const replacePage = useReplacePage();
  const [opened, setOpened] = useState<'delete' | 'announce' | null>(null);
  const onSwipe = (step: 1 | -1) => onStep(step === 1 ? 'older' : 'newer');
  const { handlers } = useSwipe({ axis: 'y', stepOf: clipStep, onStep: onSwipe });
  useView(post, stage);
  const close = () => setOpened(null);
  const [video] = post.videos;
  if (!video) return null;
  return (
    <article ref={stage} data-theme="dark" aria-label={post.user.name} {...handlers} className={stageClass}>
      {video.external ? (
        <div className="absolute inset-0 grid place-items-center">
          <PostMedia post={post} eager />
        </div>
      ) : (
        <ClipVideo
          post={post}
          video={video}
          name={t('video.by', { name: post.user.name, number: 1 })}
          sound={sound}
          isCovered={opened !== null || comments.cover}
        />
      )}
      <div className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3 z-10 rounded-full bg-scrim p-1 backdrop-blur-md">
        <PostMenu
          post={post}
          onEdit={() => replacePage(paths.editPost(post.id, post.tribeId))}
          onDelete={() => setOpened('delete')}
          onAnnounce={() => setOpened('announce')}
        />
      </div>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 grid gap-2 bg-linear-to-t from-sunken via-60% via-sunken/75 to-transparent px-4 pt-24 pb-[max(2.25rem,env(safe-area-inset-bottom))] *:pointer-events-auto">
        {post.hidden && (
          <LazyPart>
            <HiddenNote hidden={post.hidden} />
          </LazyPart>
        )}
        <ClipAuthor post={post} />
        {post.content && (
          <div className="max-h-[30cqh] touch-pan-y overflow-y-auto text-small" data-own-drag>
            <ClampedText text={post.content} clamp="line-clamp-2" />
          </div>
        )}
        <PostActions post={post} commentsOpen={comments.open} onComments={comments.toggle} />
      </div>
      <DeletePost post={post} open={opened === 'delete'} onClose={close} onDeleted={onDeleted} />
      {post.canPin && <AnnouncePost post={post} open={opened === 'announce'} onClose={close} />}
    </article>
  );
}

function ClipAuthor({ post: { user, tribeId, createdAt } }: { post: Post }) {
  return (
    <div className="flex w-fit max-w-[calc(100%-3.5rem)] items-center gap-3">
      <UserLink person={user} silent className="shrink-0 rounded-full">
        <Avatar person={user} size={42} {...(tribeId !== homininiId && { ringOf: tribeId })} />
      </UserLink>
      <div className="min-w-0 leading-tight">
        <div className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-bold font-display">
            <UserLink person={user}>{user.name}</UserLink>
          </span>
          <AgentMark of={user} />
        </div>
        <p className="text-caption text-fg-muted">
          <RelativeTime value={createdAt} />
        </p>
      </div>
    </div>
  );
}
