import { useState } from 'react';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { PostImage } from './api.ts';
import { slideSourcesOf } from './picture-sources.ts';

interface PictureSlideProps {
  image: PostImage;
  /** The accessible name of the button that opens it. */
  label: string;
  alt: string;
  /** Width divided by height of the frame that it covers. */
  ratio: number;
  /** Whether it is loaded now; once loaded it stays. */
  isNear: boolean;
  eager: boolean;
  onOpen: () => void;
}

/** A picture in a carousel; a press opens it, unless it is lost. */
export function PictureSlide({ image, label, alt, ratio, isNear, eager, onOpen }: PictureSlideProps) {
  const [isLoaded, setLoaded] = useState(isNear);
  if (isNear && !isLoaded) setLoaded(true);
  if (image.lost) return <LostPicture className="size-full" />;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="focus-ring block size-full focus-visible:-outline-offset-4"
    >
      {isLoaded && (
        <Picture
          src={image.variants.large}
          {...slideSourcesOf(image, ratio)}
          alt={alt}
          lqip={image.lqip}
          eager={eager}
          className="size-full"
        />
      )}
    </button>
  );
}
