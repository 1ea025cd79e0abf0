import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { MediaCarousel, type SlideState } from '../../lib/media-carousel.tsx';
import { useRefetchPost } from '../../lib/post-changes.ts';
import { useMe } from '../../lib/session.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { VideoPlayer } from '../../ui/video/video-player.tsx';
import type { Post, PostVideo } from './api.ts';
import { ExternalVideo } from './external-video.tsx';
import { PictureSlide } from './picture-slide.tsx';
import { useOpenClip } from './use-open-clip.ts';
import { usePictureTexts } from './use-picture-texts.ts';

interface MixedMediaProps {
  post: Post;
  eager: boolean;
  /** Width divided by height of the frame. */
  ratio: number;
}

/** The pictures and videos of a post with videos: one in its frame, several in a carousel. */
export function MixedMedia({ post, eager, ratio }: MixedMediaProps) {
  const { t } = useTexts('members', 'video');
  const [opened, setOpened] = useState<number | null>(null);
  const openClip = useOpenClip(post);
  const refetch = useRefetchPost(post);
  const { images, videos, user } = post;
  const count = images.length + videos.length;
  const { pictures, labelOf, altOf } = usePictureTexts(post);
  const nameOf = (index: number) => t('video.by', { name: user.name, number: index + 1 });
  const slide = (index: number, { isShown, isNear }: SlideState) => {
    const [image, video] = [images[index], videos[index - images.length]];
    if (image) {
      const shown = { image, ratio, isNear, eager: eager || index > 0, onOpen: () => setOpened(index) };
      return <PictureSlide {...shown} label={labelOf(index)} alt={altOf(index)} />;
    }
    if (!video) return null;
    return (
      <VideoSlide
        post={post}
        video={video}
        name={nameOf(index - images.length)}
        isShown={isShown && opened === null}
        refetch={refetch}
        onOpen={openClip ?? (() => setOpened(index))}
      />
    );
  };
  return (
    <>
      {count === 1 ? (
        <div data-theme="dark" className="absolute inset-0 overflow-hidden rounded-md">
          {slide(0, { isShown: true, isNear: true })}
        </div>
      ) : (
        <MediaCarousel label={t('posts.mediaBy', { name: user.name })} count={count} slide={slide} dots="top" />
      )}
      <Lightbox
        pictures={[...pictures, ...videos.map((video, index) => lightboxVideo(video, nameOf(index), refetch))]}
        index={opened}
        onIndex={setOpened}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

const lightboxVideo = (video: PostVideo, name: string, refetch: () => Promise<unknown>) => ({
  ...{ src: video.url, alt: name },
  ...(video.external
    ? { content: <ExternalVideo video={video} name={name} active /> }
    : { video: { ...video, refetch } }),
});

interface VideoSlideProps {
  post: Post;
  video: PostVideo;
  name: string;
  isShown: boolean;
  refetch: () => Promise<unknown>;
  onOpen: () => void;
}

function VideoSlide({ post, video, name, isShown, refetch, onOpen }: VideoSlideProps) {
  const { t } = useTexts('members', 'video');
  const me = useMe();
  const { url, poster, lqip, external } = video;
  return (
    <>
      {external ? (
        <ExternalVideo video={video} name={name} active={isShown} />
      ) : (
        <VideoPlayer
          src={url}
          poster={poster}
          lqip={lqip}
          label={name}
          active={isShown}
          refetch={refetch}
          className="size-full"
        />
      )}
      {url && (
        <IconButton
          label={t('video.enlarge', { name })}
          tip="none"
          icon={<Maximize2 />}
          onClick={onOpen}
          className="absolute! top-2 right-2 bg-scrim text-fg!"
        />
      )}
      {me?.id === post.user.id && url && <Processing video={video} />}
    </>
  );
}

/** Tells the author about the optimisation of a video, live. */
function Processing({ video: { id, state } }: { video: PostVideo }) {
  const { t } = useTexts('members', 'video');
  const format = useFormat();
  const [percent, setPercent] = useState<number | null>(null);
  useStreamEvent('video', (event) => {
    if (event.videoId === id) setPercent(event.percent);
  });
  if (state === 'ready') return null;
  const text =
    state === 'failed'
      ? t('video.optimisingFailed')
      : percent === null
        ? t('video.optimising')
        : t('video.optimisingBy', { percent: format.percent(percent / 100) });
  return (
    <p className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-4.5rem)] rounded-full bg-scrim px-3 py-1.5 text-caption text-fg">
      {text}
    </p>
  );
}
