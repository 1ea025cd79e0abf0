import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Post, PostImage } from './api.ts';
import {
  beginsExternal,
  computeFrame,
  computeMediaFrame,
  isUncropped,
  sourcesOf,
  spansRows,
  tileSourcesOf,
} from './media-frame.ts';

const SHOWN = 4;

const MixedMedia = lazyComponent(async () => (await import('./mixed-media.tsx')).MixedMedia);

/** The media of a post. The space of videos is reserved until their code is loaded. */
export function PostMedia({ post, eager = false }: { post: Post; eager?: boolean }) {
  // Stays while mounted: a size that becomes known later would move what is below.
  const [ratio] = useState(() => computeMediaFrame(post));
  if (post.videos.length === 0) return <PostPictures post={post} eager={eager} />;
  return (
    <div
      className={cx('relative mx-auto w-full', ratio <= 1 && 'max-w-[420px]', beginsExternal(post) && 'min-h-64')}
      style={{ aspectRatio: ratio }}
    >
      <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
        <MixedMedia post={post} eager={eager} />
      </LazyPart>
    </div>
  );
}

/**
 * A post's pictures with the texts of their author: one in its frame, several in a grid; a press opens the lightbox. Lost
 * pictures are marked.
 */
function PostPictures({ post, eager }: { post: Post; eager: boolean }) {
  const { t } = useTexts('members');
  const [opened, setOpened] = useState<number | null>(null);
  const { images } = post;
  const [first] = images;
  if (!first) return null;
  const isLast = (index: number) => index === SHOWN - 1 && images.length > SHOWN;
  const more = `+${images.length - SHOWN}`;
  const nameOf = (index: number) => {
    const name = t('posts.openPicture', { number: index + 1, total: images.length });
    // Begins with the visible text, for voice control.
    return isLast(index) ? `${more}: ${name}` : name;
  };
  const alt = (index: number) =>
    images[index]?.alt || t('posts.pictureBy', { name: post.user.name, number: index + 1 });
  return (
    <>
      <div className={cx('grid gap-1 overflow-hidden rounded-md', gridClassOf(images))}>
        {images.slice(0, SHOWN).map((image, index) => {
          const tile = (
            <Tile image={image} index={index} count={images.length} alt={alt(index)} eager={eager && index === 0} />
          );
          const className = cx('relative block overflow-hidden', spanOf(index, images.length));
          // A lost picture opens nothing, unless it is in front of those that the grid hides.
          if (image.lost && !isLast(index))
            return (
              <div key={image.id} className={className}>
                {tile}
              </div>
            );
          return (
            <button
              key={image.id}
              type="button"
              onClick={() => setOpened(index)}
              aria-label={nameOf(index)}
              className={cx('focus-ring', className)}
            >
              {tile}
              {isLast(index) && <MoreOf>{more}</MoreOf>}
            </button>
          );
        })}
      </div>
      <Lightbox
        pictures={images.map(({ urlRotated, url, lost }, index) => ({ src: urlRotated ?? url, alt: alt(index), lost }))}
        index={opened}
        onIndex={setOpened}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

interface TileProps {
  image: PostImage;
  index: number;
  count: number;
  alt: string;
  eager: boolean;
}

function Tile({ image, index, count, alt, eager }: TileProps) {
  const { large, medium } = image.variants;
  const alone = count === 1;
  const ratio = computeFrame(image.width, image.height);
  if (image.lost) return alone ? <LostPicture ratio={ratio} /> : <LostPicture className="size-full" />;
  if (!alone) {
    const sources = tileSourcesOf(image, index, count);
    return <Picture src={medium} {...sources} alt={alt} lqip={image.lqip} eager={eager} className="size-full" />;
  }
  const fit = isUncropped(image) ? 'contain' : 'cover';
  return (
    <Picture src={large} {...sourcesOf(image)} alt={alt} lqip={image.lqip} ratio={ratio} fit={fit} eager={eager} />
  );
}

/** How many pictures the grid hides. */
function MoreOf({ children }: { children: string }) {
  return (
    <span className="absolute inset-0 grid place-items-center bg-scrim font-bold font-display text-heading text-white">
      {children}
    </span>
  );
}

/** One picture has its own frame, an upright one at most 420 px wide; several share a grid of 4 by 3. */
function gridClassOf(images: readonly PostImage[]): string {
  const [first] = images;
  if (images.length > 1) return cx('aspect-4/3 grid-cols-2', images.length > 2 && 'grid-rows-2');
  return first && isUncropped(first) ? '' : 'mx-auto w-full max-w-[420px]';
}

const spanOf = (index: number, count: number): string => (spansRows(index, count) ? 'row-span-2' : '');
