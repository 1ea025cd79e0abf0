import { findSiteVideo } from '@video-links/content';
import { useEffect, useState } from 'react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useTexts } from '../../lib/i18n.ts';
import { MediaCarousel, type SlideState } from '../../lib/media-carousel.tsx';
import {
  beginsExternal,
  computeMediaFrame,
  type FramedVideo,
  frameClass,
  isUncropped,
  type MediaSize,
} from '../../lib/media-frame.ts';
import { useMe } from '../../lib/session.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../../ui/cx.ts';
import { PlaySign } from '../../ui/video/play-sign.tsx';
import { VideoPlayer } from '../../ui/video/video-player.tsx';
import { loadPicture } from './bake.ts';
import type { CreateFields, CreateKind } from './fields.ts';
import { readVideoSize } from './inspect-video.ts';
import { LookCanvas } from './look-canvas.tsx';
import type { ChosenVideo } from './use-videos.ts';

interface MediaPreviewProps {
  kind: CreateKind;
  fields: CreateFields;
  pictures: readonly DraftFile[];
  /** Without those that cannot be published. */
  videos: readonly ChosenVideo[];
}

/** The pictures and videos of a post in the frame of its card; those of a vibe and a clip upright, as in their viewers. */
export function MediaPreview({ kind, fields, pictures, videos }: MediaPreviewProps) {
  const { t } = useTexts('members', 'video');
  const name = useMe()?.name ?? '';
  const links = linksOf(fields);
  const size = useFirstSize(pictures[0]?.file, videos[0]?.file);
  const total = pictures.length + videos.length + links.length;
  if (total === 0) return null;
  if (size === null) return <div aria-busy="true" className="aspect-3/4 w-full rounded-md bg-hover" />;
  const frame = frameOf(kind, size, pictures.length, videos.length, links);
  const slide = (index: number, state: SlideState) => (
    <Slide {...{ index, fields, pictures, videos, links, name, ...state }} fit={frame.fit} />
  );
  return (
    <div data-base-ui-swipe-ignore="x" className={frame.className} style={{ aspectRatio: frame.ratio }}>
      {total === 1 ? (
        <div data-theme="dark" className="absolute inset-0 overflow-hidden rounded-md">
          {slide(0, { isShown: true, isNear: true })}
        </div>
      ) : (
        <MediaCarousel
          label={t('posts.mediaBy', { name })}
          count={total}
          slide={slide}
          dots={total > pictures.length ? 'top' : 'bottom'}
        />
      )}
    </div>
  );
}

/** The external videos of sites that are played here; other addresses are links. */
const linksOf = ({ videoUrls }: CreateFields): FramedVideo[] =>
  videoUrls.flatMap((url) => {
    const site = findSiteVideo(url)?.site;
    return site ? [{ url, site, external: true, width: 0, height: 0 }] : [];
  });

const UPRIGHT = 9 / 16;

function frameOf(kind: CreateKind, first: MediaSize, pictures: number, videos: number, links: FramedVideo[]) {
  const stored = Array.from({ length: videos }, () => ({ ...first, url: '', external: false }));
  const media = { images: Array.from({ length: pictures }, () => first), videos: [...stored, ...links] };
  const isExternal = beginsExternal(media);
  if (kind !== 'post' && !isExternal)
    return { ratio: UPRIGHT, className: 'relative mx-auto h-[56dvh] max-w-full', fit: 'cover' as const };
  const ratio = computeMediaFrame(media);
  const isWhole = pictures === 1 && media.videos.length === 0 && isUncropped(first);
  return {
    ratio,
    className: cx(frameClass(ratio), isExternal && 'min-h-64'),
    fit: isWhole ? ('contain' as const) : ('cover' as const),
  };
}

const unknownSize: MediaSize = { width: 0, height: 0 };

/** The size of the first picture, or else of the first video; null until it is known. */
function useFirstSize(picture: File | undefined, video: File | undefined): MediaSize | null {
  const [size, setSize] = useState<MediaSize | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: MediaSize | null) => isCurrent && setSize(found ?? unknownSize);
    readSize(picture, video).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [picture, video]);
  return size;
}

async function readSize(picture: File | undefined, video: File | undefined): Promise<MediaSize | null> {
  if (!picture) return video ? readVideoSize(video) : null;
  const { naturalWidth: width, naturalHeight: height } = await loadPicture(picture);
  return { width, height };
}

interface SlideProps extends SlideState, Pick<MediaPreviewProps, 'fields' | 'pictures' | 'videos'> {
  index: number;
  links: readonly FramedVideo[];
  /** The author's name. */
  name: string;
  fit: 'cover' | 'contain';
}

/** First the pictures, then the videos, then the external ones. */
function Slide({ index, fields, pictures, videos, links, name, fit, isShown, isNear }: SlideProps) {
  const { t } = useTexts('members', 'video');
  const at = index - pictures.length;
  const [picture, video, link] = [pictures[index], videos[at], links[at - videos.length]];
  if (picture) {
    const alt = fields.alts[picture.id]?.trim() || t('posts.pictureBy', { name, number: index + 1 });
    return <PictureSlide file={picture.file} look={fields} label={alt} fit={fit} isNear={isNear} />;
  }
  if (video) return <VideoSlide video={video} label={t('video.by', { name, number: at + 1 })} isShown={isShown} />;
  return link ? <LinkSlide url={link.url} /> : null;
}

interface PictureSlideProps {
  file: File;
  look: CreateFields;
  label: string;
  fit: 'cover' | 'contain';
  /** Whether it is drawn now; once drawn it stays. */
  isNear: boolean;
}

function PictureSlide({ isNear, ...shown }: PictureSlideProps) {
  const [isDrawn, setDrawn] = useState(isNear);
  if (isNear && !isDrawn) setDrawn(true);
  return isDrawn && <LookCanvas {...shown} className="size-full" />;
}

function VideoSlide({ video, label, isShown }: { video: ChosenVideo; label: string; isShown: boolean }) {
  const { t } = useTexts('members', 'video');
  const { file, inspection } = video;
  const src = usePreview(file);
  if (inspection === 'unplayable') {
    return (
      <p className="grid size-full place-content-center text-pretty bg-sunken p-6 text-center text-fg-muted text-small">
        {t('video.unplayable', { name: file.name })}
      </p>
    );
  }
  return src && <VideoPlayer src={src} poster="" lqip={null} label={label} active={isShown} className="size-full" />;
}

function LinkSlide({ url }: { url: string }) {
  const { t } = useTexts('members', 'video');
  const site = findSiteVideo(url)?.site;
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 bg-sunken p-4 pt-9 text-center text-fg">
      <PlaySign tone="ember" />
      {site && <span className="font-display font-semibold text-small">{t(`video.site.${site}`)}</span>}
      <span className="wrap-anywhere line-clamp-2 text-caption text-fg-muted">{url}</span>
    </div>
  );
}
