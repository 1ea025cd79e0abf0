import { cx } from './cx.ts';

export interface SlideProps {
  title: string;
  text: string;
  /** The name of a gradient (base.css): behind the picture while it loads, and instead of a missing one. */
  gradient: string;
  picture?: SlidePicture | undefined;
  className?: string | undefined;
}

export interface SlidePicture {
  src: string;
  srcSet: string;
}

/** The maximum width of a slide, for the browser's choice among the sizes of its picture. */
export const slideSizes = '(min-width: 64rem) 38rem, 100vw';

/** A picture, or a colour, with a text on it; it fills its container. For the first picture of a screen. */
export function Slide({ title, text, gradient, picture, className }: SlideProps) {
  return (
    <figure data-gradient={gradient} className={cx('relative overflow-hidden rounded-xl shadow-card', className)}>
      <img
        data-fill="picture"
        hidden={!picture}
        {...(picture && { src: picture.src, srcSet: picture.srcSet })}
        sizes={slideSizes}
        // The text on the slide describes the picture.
        alt=""
        fetchPriority="high"
        decoding="sync"
        className="absolute inset-0 size-full object-cover"
      />
      <SlideText title={title} text={text} />
    </figure>
  );
}

/** On dark ground in both themes. */
export function SlideText({ title, text }: Pick<SlideProps, 'title' | 'text'>) {
  return (
    <figcaption
      data-theme="dark"
      hidden={!title && !text}
      className="absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top,oklch(0.1_0.015_45/0.85)_45%,transparent)] px-5 pt-20 pb-12 text-fg sm:px-7"
    >
      <p data-fill="slide-title" hidden={!title} className="prose-safe text-balance font-bold font-display text-title">
        {title}
      </p>
      <p data-fill="slide-text" hidden={!text} className="prose-safe max-w-md text-pretty text-small">
        {text}
      </p>
    </figcaption>
  );
}
