import type { Post } from '@api/content';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Picture } from '../../ui/picture.tsx';
import { frameOf } from './text.ts';

const SHOWN = 4;

/** A post's pictures: one in its frame, several as a small board; a tap opens them large. */
export function PostMedia({ post, eager = false }: { post: Post; eager?: boolean }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState<number | null>(null);
  const { images } = post;
  const [first] = images;
  if (!first) return null;
  const alone = images.length === 1;
  const alt = (index: number) => t('posts.pictureBy', { name: post.user.name, number: index + 1 });
  return (
    <>
      <div
        className={cx(
          'grid gap-1 overflow-hidden rounded-md',
          !alone && 'aspect-4/3 grid-cols-2',
          !alone && gridRows(images.length),
        )}
      >
        {images.slice(0, SHOWN).map((image, index) => (
          <button
            key={image.id}
            type="button"
            onClick={() => setOpened(index)}
            aria-label={t('posts.openPicture', { number: index + 1, total: images.length })}
            className={cx('focus-ring pressable relative block overflow-hidden', spanOf(index, images.length))}
          >
            <Picture
              src={alone ? image.variants.large : image.variants.medium}
              alt={alt(index)}
              lqip={image.lqip}
              {...(alone && { ratio: Math.max(frameOf(image.width, image.height), 3 / 4) })}
              fit={alone && image.width / image.height > 1.3 ? 'contain' : 'cover'}
              eager={eager && index === 0}
              className="size-full"
            />
            {index === SHOWN - 1 && images.length > SHOWN && (
              <span className="absolute inset-0 grid place-items-center bg-scrim font-bold font-display text-fg text-heading">
                +{images.length - SHOWN}
              </span>
            )}
          </button>
        ))}
      </div>
      <Lightbox
        pictures={images.map((image, index) => ({ src: image.urlRotated ?? image.url, alt: alt(index) }))}
        index={opened}
        onIndex={setOpened}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

const gridRows = (count: number): string => (count > 2 ? 'grid-rows-2' : '');

/** Three pictures: the first stands beside the two others. */
const spanOf = (index: number, count: number): string => (count === 3 && index === 0 ? 'row-span-2' : '');
