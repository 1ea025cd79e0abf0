import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useReplacePage } from '../../ui/use-replace-page.ts';
import { postQuery } from './api.ts';
import { type ClipComments, ClipCommentsPanel } from './clip-comments.tsx';
import { ClipStage } from './clip-stage.tsx';
import { JoinOffer } from './join-offer.tsx';
import { NoSuchPost } from './post-absence.tsx';
import { type ClipSteps, useClipSteps } from './use-clip-steps.ts';
import type { Sound } from './use-playback.ts';

interface ClipViewProps {
  tribeId: number;
  postId: string;
  sound: Sound;
  comments: ClipComments;
}

const STEPS: Record<string, 'newer' | 'older'> = {
  ArrowUp: 'newer',
  PageUp: 'newer',
  ArrowDown: 'older',
  PageDown: 'older',
};

/** A clip with its previous and next ones: buttons, arrow keys, vertical swipe. */
export function ClipView({ tribeId, postId, sound, comments }: ClipViewProps) {
  const { t } = useTexts('members', 'video');
  const me = useMe();
  const post = useQuery(postQuery(tribeId, postId));
  const steps = useClipSteps(tribeId, postId, sound.onGesture);
  const replacePage = useReplacePage();
  useScreenKeys(({ key }) => {
    const to = STEPS[key];
    if (to && !isOnMenuButton()) steps.go(to);
  });
  if (post.isPending) return <ClipSkeleton />;
  if (isNotFound(post.error))
    return <NoSuchPost tribeId={tribeId} error={post.error} wasShown={post.data !== undefined} />;
  if (!post.data)
    return (
      <div className="grid place-items-center">
        <ErrorState error={post.error} fallback={t('ui.failed')} onRetry={() => void post.refetch()} />
      </div>
    );
  // A post without a video has a page, but nothing to show here.
  const [video] = post.data.videos;
  if (!video) return <Navigate to={paths.post(postId, tribeId)} replace />;
  const afterDeletion = steps.older ?? steps.newer;
  const onDeleted = () => replacePage(afterDeletion ? paths.clip(afterDeletion.id, tribeId) : paths.tribe(tribeId));
  const isBeside = comments.open && !comments.cover;
  return (
    <div
      className={cx(
        'grid min-h-0 grid-cols-1 grid-rows-1',
        isBeside && 'lg:grid-cols-[minmax(0,1fr)_clamp(18rem,34%,24rem)]',
      )}
    >
      <h1 className="sr-only">{t('video.clip')}</h1>
      <div className={videoClass} style={{ '--ratio': video.width > video.height ? '16 / 9' : '9 / 16' }}>
        <ClipStage
          key={postId}
          post={post.data}
          sound={sound}
          comments={comments}
          onStep={steps.go}
          onDeleted={onDeleted}
        />
        <StepButtons steps={steps} />
      </div>
      <ClipCommentsPanel key={`comments ${postId}`} post={post.data} comments={comments} />
      <Preloaded steps={steps} />
      {me === null && <JoinOffer />}
    </div>
  );
}

/** The frame of the video, with its size on a desktop: it leaves room for the buttons on both sides. */
const videoClass = cx(
  'relative grid min-h-0 grid-cols-1 grid-rows-1 [container-type:size]',
  '*:[--stage-h:calc(100cqh-3rem)] *:[--stage-w:min(100cqw-9.5rem,calc(var(--stage-h)*var(--ratio)))]',
);

/** The arrow keys open the menu of a focused button. */
const isOnMenuButton = () => document.activeElement?.matches('[aria-haspopup]') ?? false;

/** Not disabled at the ends, where a pressed button would lose the focus. A clip without others has no buttons. */
function StepButtons({ steps }: { steps: ClipSteps }) {
  const { t } = useTexts('video');
  const { newer, older, go } = steps;
  if (newer === null && older === null) return null;
  const buttonClass = 'text-fg! aria-disabled:opacity-40';
  return (
    <div
      data-theme="dark"
      className="absolute top-1/2 right-2 z-20 grid -translate-y-1/2 gap-1 rounded-full bg-scrim backdrop-blur-md lg:right-auto lg:left-[calc(50%+var(--stage-w)/2+1rem)]"
    >
      <IconButton
        label={t('video.previousClip')}
        tip="none"
        icon={<ChevronUp />}
        aria-disabled={newer === null}
        onClick={() => go('newer')}
        className={buttonClass}
      />
      <IconButton
        label={t('video.nextClip')}
        tip="none"
        icon={<ChevronDown />}
        aria-disabled={older === null}
        onClick={() => go('older')}
        className={buttonClass}
      />
    </div>
  );
}

/** Loads what the next clip needs to start: its metadata only. */
function Preloaded({ steps: { older } }: { steps: ClipSteps }) {
  const [video] = older?.videos ?? [];
  if (!video?.url || video.external) return null;
  return <video key={video.url} src={video.url} preload="metadata" muted className="hidden" />;
}

const ClipSkeleton = () => (
  <Loading className="grid size-full place-items-center">
    <Skeleton className="h-full w-full rounded-none lg:h-[calc(100cqh-3rem)] lg:w-[calc((100cqh-3rem)*9/16)] lg:rounded-xl" />
  </Loading>
);
