import { variantSizes } from '@limits/media';
import type { PostImage } from './api.ts';

const narrow = 3 / 4;
const tall = 9 / 16;
const wide = 4 / 3;
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

export const isUncropped = ({ width, height }: PostImage): boolean => width / height > uncropped;

/**
 * Returns the `sizes` of the single picture of a post: the width shown, more when its sides are cropped.
 * public/hominini.js requests the first by the same rule.
 */
export function sourcesOf(image: PostImage): { srcSet: string; sizes: string } {
  const { variants, width, height } = image;
  const mediumWidth = Math.max(1, Math.round(width * Math.min(1, variantSizes.medium / Math.max(width, height))));
  const whole = isUncropped(image);
  const grown = whole ? 1 : Math.max(1, width / height / computeFrame(width, height));
  return {
    srcSet: `${variants.medium} ${mediumWidth}w, ${variants.large} ${width}w`,
    sizes: `calc(min(${whole ? cardMax : uprightMax}px, 100vw - ${cardMargins}px) * ${grown.toFixed(2)})`,
  };
}
