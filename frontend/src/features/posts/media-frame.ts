import { variantSizes } from '@limits/media';
import type { Post, PostImage, PostVideo } from './api.ts';

const narrow = 3 / 4;
const tall = 9 / 16;
const wide = 4 / 3;
const external = 16 / 9;
/** A picture wider than this ratio is shown uncropped (part 2, section 9, Media frame). */
const uncropped = 1.3;

/** The widest frame on any screen, px: of an upright picture, and of one that fills its card. */
const uprightMax = 420;
const cardMax = 632;
/** The width next to the frame on a phone, px. */
const cardMargins = 64;

/** The frame of a post's picture by the ratio of its sides (part 2, section 9, Media frame). */
export function computeFrame(width: number, height: number): number {
  const ratio = height > 0 ? width / height : 1;
  if (ratio > uncropped) return wide;
  return ratio > 0.8 ? narrow : tall;
}

/**
 * The frame of a post's videos and pictures, by the first; an unknown size is upright, as phones record. That of external
 * videos is usual for their site.
 */
export function computeMediaFrame({ images, videos }: Pick<Post, 'images' | 'videos'>): number {
  if (beginsExternal({ images, videos })) return videos.some(isUpright) ? tall : external;
  const { width, height } = images[0] ?? videos[0] ?? { width: 0, height: 0 };
  return width > 0 && height > 0 ? computeFrame(width, height) : tall;
}

/** Whether a post has external videos only, whose frame contains texts. */
export const beginsExternal = ({ images, videos }: Pick<Post, 'images' | 'videos'>): boolean =>
  images.length === 0 && videos[0]?.external === true;

/** Whether an external video is upright, as is usual for its site. */
const isUpright = ({ site, url }: PostVideo): boolean =>
  site === 'tiktok' || site === 'instagram' || (site === 'youtube' && /^[^?#]*\/shorts\//.test(url));

export const isUncropped = ({ width, height }: PostImage): boolean => width / height > uncropped;

/**
 * Returns the `sizes` of the single picture of a post: the width shown, more when its sides are cropped.
 * public/hominini.js requests the first by the same rule.
 */
export function sourcesOf(image: PostImage): Sources {
  const { width, height } = image;
  const whole = isUncropped(image);
  const factor = whole ? 1 : coverFactor(image, computeFrame(width, height));
  return { srcSet: srcSetOf(image), sizes: sizesOf(whole ? cardMax : uprightMax, factor) };
}

/** Returns the `sizes` of a picture that covers a frame of this ratio, in a carousel. */
export const slideSourcesOf = (image: PostImage, ratio: number): Sources => ({
  srcSet: srcSetOf(image),
  sizes: sizesOf(ratio > 1 ? cardMax : uprightMax, coverFactor(image, ratio)),
});

interface Sources {
  srcSet: string;
  sizes: string;
}

function srcSetOf({ variants, width, height }: PostImage): string {
  const mediumWidth = Math.max(1, Math.round(width * Math.min(1, variantSizes.medium / Math.max(width, height))));
  return `${variants.medium} ${mediumWidth}w, ${variants.large} ${width}w`;
}

/** The width of a picture that covers a frame, in widths of the frame. */
const coverFactor = ({ width, height }: PostImage, ratio: number): number => Math.max(1, width / height / ratio);

const sizesOf = (max: number, factor: number): string =>
  `calc(min(${max}px, 100vw - ${cardMargins}px) * ${factor.toFixed(2)})`;
