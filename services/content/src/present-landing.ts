import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { LandingContent, LandingItem } from '../api/landing.ts';
import type { StoredLanding, StoredLandingFile } from './store/landing.ts';

const mediumSide = 800;

/** The landing page with the addresses of its files. */
export function presentLanding(
  urls: MediaUrls,
  { hero, items }: StoredLanding,
  files: ReadonlyMap<string, StoredLandingFile>,
): LandingContent {
  return {
    hero,
    items: items.map(({ mediaKey, ...item }) => {
      const file = mediaKey === null ? undefined : files.get(mediaKey);
      return {
        ...item,
        mediaUrl: file ? urls.publicUrl(file.key) : '',
        media: file ? presentLandingMedia(urls, file) : null,
      };
    }),
  };
}

/** The width of the medium size in media: its longer side is 800 pixels, or that of a smaller picture. */
const mediumWidth = (width: number, height: number): number =>
  Math.max(1, Math.round(width * Math.min(1, mediumSide / Math.max(width, height))));

/** A file of the landing page; a missing size is replaced by the picture itself. */
export function presentLandingMedia(
  urls: MediaUrls,
  { key, type, width, height, lqip, variants }: StoredLandingFile,
): NonNullable<LandingItem['media']> {
  const of = (name: string) => urls.publicUrl(variants[name] ?? key);
  if (type === 'video') return { width, height, lqip, srcSet: '', variants: null };
  const sizes = { square: of('square'), medium: of('medium'), large: of('large') };
  return {
    width,
    height,
    lqip,
    srcSet: `${sizes.medium} ${mediumWidth(width, height)}w, ${urls.publicUrl(key)} ${width}w`,
    variants: sizes,
  };
}
