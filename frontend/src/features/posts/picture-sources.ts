import { variantSizes } from '@limits/media';
import { computeFrame, isUncropped } from '../../lib/media-frame.ts';
import type { PostImage } from './api.ts';

/** The widest frame on any screen, px: of an upright picture, and of one that fills its card. */
const uprightMax = 420;
const cardMax = 632;
/** The width next to the frame on a phone, px. */
const cardMargins = 64;

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
