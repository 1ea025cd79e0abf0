import type { PostFields } from '../api.ts';
import { imagesMax, postTagsMax, storyCaptionMax, vibeTag, videosMax, videoUrlsMax } from '../limits.ts';
import { moodOf, normaliseTags, placeSlugOf, storyTags } from '../tags.ts';
import { normaliseVideoUrl, splitVideoUrls } from '../video-links.ts';
import { errors } from './errors.ts';
import type { PostKind } from './store/tables.ts';

/** A validated post that is not published yet. */
export interface Draft {
  kind: PostKind;
  content: string;
  tags: string[];
  place: string | null;
  placeSlug: string | null;
  minLevelOrder: number;
  coverIndex: number;
  /** Alternative texts of the first pictures. */
  alts: string[];
  /** Complete resumable uploads of its videos. */
  uploadIds: string[];
  /** The addresses of its external videos. */
  videoUrls: string[];
}

/** Validates a post by the rules of its kind (specification 2, section 5). `pictures` is their number. */
export function validatePost(fields: PostFields, pictures: number): Draft {
  const typed = normaliseTags(fields.tags);
  const kind = fields.kind ?? (typed.includes(vibeTag) ? 'story' : 'post');
  if (pictures > imagesMax) throw errors.fail('too_many_images');
  if (fields.alts.slice(pictures).some(Boolean)) throw errors.fail('too_many_alts');
  const uploadIds = [...new Set(fields.videos)];
  if (uploadIds.length > videosMax) throw errors.fail('too_many_videos');
  const videoUrls = readVideoUrls(kind, fields.videoUrls);
  requireComplete(kind, fields.content, typed, { pictures, videos: uploadIds.length + videoUrls.length });
  const tags = kind === 'story' ? storyTags(typed) : typed;
  if (tags.length > postTagsMax) throw errors.fail('too_many_tags');
  return {
    kind,
    content: fields.content,
    tags,
    ...withSlug(fields),
    minLevelOrder: fields.minLevelOrder,
    coverIndex: Math.min(fields.coverIndex, Math.max(0, pictures - 1)),
    alts: fields.alts.slice(0, pictures),
    uploadIds,
    videoUrls,
  };
}

/** The slug follows from the place, else one post could rename a place for all others; a slug alone is a place. */
function withSlug({ place: typed, placeSlug }: PostFields): Pick<Draft, 'place' | 'placeSlug'> {
  const place = typed || placeSlug || null;
  return { place, placeSlug: placeSlugOf(place ?? '') || null };
}

/** The normalised addresses without duplicates; errors name the field. */
function readVideoUrls(kind: PostKind, typed: readonly string[]): string[] {
  const details = (message: string) => ({ details: [{ path: 'videoUrls', message }] });
  const urls = typed.flatMap(splitVideoUrls).map((each) => {
    const url = normaliseVideoUrl(each);
    if (url === null) throw errors.fail('video_url_invalid', undefined, details('not an https address'));
    return url;
  });
  const distinct = [...new Set(urls)];
  if (kind === 'story' && distinct.length > 0)
    throw errors.fail('story_without_links', undefined, details('not allowed for this kind'));
  if (distinct.length > videoUrlsMax) throw errors.fail('too_many_video_urls', undefined, details('too many'));
  return distinct;
}

function requireComplete(
  kind: PostKind,
  content: string,
  tags: readonly string[],
  { pictures, videos }: { pictures: number; videos: number },
): void {
  if (kind === 'reel') {
    if (videos !== 1 || pictures > 0) throw errors.fail('reel_needs_video');
    return;
  }
  if (kind === 'post') {
    if (content === '' && pictures + videos === 0) throw errors.fail('post_empty');
    return;
  }
  if (content.length > storyCaptionMax) throw errors.fail('caption_length');
  if (pictures + videos === 0) throw errors.fail('story_needs_media');
  if (pictures > 0 && !moodOf(tags)) throw errors.fail('mood_required');
}
