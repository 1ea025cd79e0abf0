import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { MediaCarousel, type SlideState } from '../../lib/media-carousel.tsx';
import { beginsExternal, computeMediaFrame, frameClass, isUncropped } from '../../lib/media-frame.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Post, PostImage, PostVideo } from './api.ts';
import { PictureSlide } from './picture-slide.tsx';
import { sourcesOf } from './picture-sources.ts';
import { usePictureTexts } from './use-picture-texts.ts';

const MixedMedia = lazyComponent(async () => (await import('./mixed-media.tsx')).MixedMedia);
const LinkCards = lazyComponent(async () => (await import('./link-cards.tsx')).LinkCards);

/**
 * The media of a post: one in its frame, several in a carousel, and links below. The space of videos is reserved until
 * their code is loaded.
 */
export function PostMedia({ post, eager = false }: { post: Post; eager?: boolean }) {
  const links = post.videos.filter(isLink);
  if (links.length === 0) return <FramedMedia post={post} eager={eager} />;
  const framed = { ...post, videos: post.videos.filter((video) => !isLink(video)) };
  return (
    <div className="grid w-full grid-cols-1 gap-2">
      {framed.images.length + framed.videos.length > 0 && <FramedMedia post={framed} eager={eager} />}
      <div className="grid grid-cols-1 gap-2" style={{ minHeight: `${links.length * LINK_SPACE - 0.5}rem` }}>
        <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
          <LinkCards links={links} author={post.user.name} />
        </LazyPart>
      </div>
    </div>
  );
}

/** Whether a video is an address that no known player shows. */
const isLink = ({ external, site, embedUrl }: PostVideo): boolean => external && !(site && embedUrl);

/** The height of a link and the gap after it, rem; reserved until their code is loaded. */
const LINK_SPACE = 5;

function FramedMedia({ post, eager }: { post: Post; eager: boolean }) {
  // Stays while mounted: a size that becomes known later would move what is below.
  const [ratio] = useState(() => computeMediaFrame(post));
  const { images, videos } = post;
  if (videos.length === 0) return <PostPictures post={post} eager={eager} ratio={ratio} />;
  return (
    <div
      className={cx(frameClass(ratio), beginsExternal({ images, videos }) && 'min-h-64')}
      style={{ aspectRatio: ratio }}
    >
      <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
        <MixedMedia post={post} eager={eager} ratio={ratio} />
      </LazyPart>
    </div>
  );
}

/** A post's pictures with the texts of their author; a press opens the lightbox. Lost pictures are marked. */
function PostPictures({ post, eager, ratio }: { post: Post; eager: boolean; ratio: number }) {
  const [opened, setOpened] = useState<number | null>(null);
  const { pictures, ...texts } = usePictureTexts(post);
  const [first, ...others] = post.images;
  if (!first) return null;
  const shown = { ...texts, ratio, eager, onOpen: setOpened };
  return (
    <>
      {others.length === 0 ? <OnlyPicture image={first} {...shown} /> : <SeveralPictures post={post} {...shown} />}
      <Lightbox pictures={pictures} index={opened} onIndex={setOpened} onClose={() => setOpened(null)} />
    </>
  );
}

interface ShownProps {
  /** The name of the button that opens a picture, by its index. */
  labelOf: (index: number) => string;
  altOf: (index: number) => string;
  ratio: number;
  eager: boolean;
  onOpen: (index: number) => void;
}

function SeveralPictures({ post, labelOf, altOf, ratio, eager, onOpen }: ShownProps & { post: Post }) {
  const { t } = useTexts('members');
  const { images, user } = post;
  const slide = (index: number, { isNear }: SlideState) => {
    const image = images[index];
    if (!image) return null;
    const shown = { image, ratio, isNear, eager: eager || index > 0, onOpen: () => onOpen(index) };
    return <PictureSlide {...shown} label={labelOf(index)} alt={altOf(index)} />;
  };
  return (
    <div className={frameClass(ratio)} style={{ aspectRatio: ratio }}>
      <MediaCarousel
        label={t('posts.picturesBy', { name: user.name })}
        count={images.length}
        slide={slide}
        dots="bottom"
      />
    </div>
  );
}

function OnlyPicture({ image, labelOf, altOf, ratio, eager, onOpen }: ShownProps & { image: PostImage }) {
  const isWhole = isUncropped(image);
  const frame = cx('block w-full overflow-hidden rounded-md', !isWhole && 'mx-auto max-w-[420px]');
  if (image.lost)
    return (
      <div className={frame}>
        <LostPicture ratio={ratio} />
      </div>
    );
  return (
    <button type="button" onClick={() => onOpen(0)} aria-label={labelOf(0)} className={cx('focus-ring', frame)}>
      <Picture
        src={image.variants.large}
        {...sourcesOf(image)}
        alt={altOf(0)}
        lqip={image.lqip}
        ratio={ratio}
        fit={isWhole ? 'contain' : 'cover'}
        eager={eager}
      />
    </button>
  );
}
