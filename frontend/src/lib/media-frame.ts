import { cx } from '../ui/cx.ts';

const narrow = 3 / 4;
const tall = 9 / 16;
const wide = 4 / 3;
const external = 16 / 9;
/** A picture wider than this ratio is shown uncropped (part 2, section 9, Media frame). */
const uncropped = 1.3;

/** Pixels; zeros when it is unknown. */
export interface MediaSize {
  width: number;
  height: number;
}

export interface FramedVideo extends MediaSize {
  url: string;
  /** It is played by another site, or opened there. */
  external: boolean;
  site?: string;
}

interface FramedMedia {
  images: readonly MediaSize[];
  videos: readonly FramedVideo[];
}

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
export function computeMediaFrame({ images, videos }: FramedMedia): number {
  if (beginsExternal({ images, videos })) return videos.some(isUpright) ? tall : external;
  const { width, height } = images[0] ?? videos[0] ?? { width: 0, height: 0 };
  return width > 0 && height > 0 ? computeFrame(width, height) : tall;
}

/** Whether a post has external videos only, whose frame contains texts. */
export const beginsExternal = ({ images, videos }: FramedMedia): boolean =>
  images.length === 0 && videos[0]?.external === true;

/** Whether an external video is upright, as is usual for its site. */
const isUpright = ({ site, url }: FramedVideo): boolean =>
  site === 'tiktok' || site === 'instagram' || (site === 'youtube' && /^[^?#]*\/shorts\//.test(url));

export const isUncropped = ({ width, height }: MediaSize): boolean => width / height > uncropped;

/** A frame that is not wide is at most 420 px wide (part 2, section 9, Media frame). */
export const frameClass = (ratio: number): string => cx('relative mx-auto w-full', ratio <= 1 && 'max-w-[420px]');
