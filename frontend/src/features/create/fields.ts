import { altMax, captionMax, offeredMoods, storyCaptionMax } from '@limits/content';
import { normaliseVideoUrl } from '@video-links/content';
import { linesLength } from '../../ui/text-length.ts';
import { clampAmount, effects, filterTypes, type Look, overlays, plainLook } from './look.ts';

/** The kinds that can be created: a vibe is stored as a story, a clip as a reel. */
export type CreateKind = 'story' | 'post' | 'reel';
type Mood = (typeof offeredMoods)[number];

/** The steps, in their order. */
export const STEPS = ['content', 'filter', 'details', 'preview'] as const;
export type StepName = (typeof STEPS)[number];

/** The fields of a new post or vibe, without its pictures. The tribe is null until one is chosen. */
export interface CreateFields extends Look {
  tribeId: number | null;
  content: string;
  tags: string;
  place: string;
  mood: Mood | null;
  minLevelOrder: number;
  /** The addresses of external videos, normalised. */
  videoUrls: readonly string[];
  /** Text in the field for another link. */
  linkText: string;
  /** The alternative texts by the ids of the pictures, whatever their order. */
  alts: Readonly<Record<string, string>>;
  /** The number of pictures, which are stored elsewhere. */
  pictures: number;
  /** The number of recorded videos, which are stored with the pictures. */
  recordings: number;
  /** The number of other chosen videos, whose files are in the memory of the tab that counted them. */
  chosenVideos: number;
  /** The time of the last change in ms; 0 is unknown. */
  savedAt: number;
}

export const blankFields: CreateFields = {
  tribeId: null,
  content: '',
  tags: '',
  place: '',
  mood: null,
  minLevelOrder: 1,
  videoUrls: [],
  linkText: '',
  alts: {},
  pictures: 0,
  recordings: 0,
  chosenVideos: 0,
  savedAt: 0,
  ...plainLook,
};

/** Returns a stored draft; null when it is invalid. */
export function readFields(stored: unknown): CreateFields | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { tribeId, content, tags, place, linkText, mood, ...numbers } = { ...blankFields, ...stored };
  const { minLevelOrder, pictures, recordings, chosenVideos, savedAt } = numbers;
  const counts = { minLevelOrder, pictures, recordings, chosenVideos, savedAt };
  const hasTexts = [content, tags, place, linkText].every((text) => typeof text === 'string');
  const hasNumbers =
    Object.values(counts).every((number) => typeof number === 'number') &&
    (tribeId === null || typeof tribeId === 'number');
  if (!hasTexts || !hasNumbers) return null;
  const known = offeredMoods.find((offered) => offered === mood) ?? null;
  const read = { tribeId, content, tags, place, linkText, mood: known, ...counts };
  // In the order of a blank draft: drafts are compared as JSON.
  return { ...blankFields, ...read, alts: readAlts(stored), videoUrls: readVideoUrls(stored), ...readLook(stored) };
}

/** Whether a draft contains nothing to store: at most a tribe is chosen. */
export const isBlank = (fields: CreateFields): boolean =>
  JSON.stringify({ ...blankFields, ...fields, tribeId: null, savedAt: 0 }) === JSON.stringify(blankFields);

/** Whether two drafts have the same content, whenever they were changed. */
export const isSameDraft = (one: CreateFields, other: CreateFields): boolean =>
  JSON.stringify({ ...blankFields, ...one, savedAt: 0 }) === JSON.stringify({ ...blankFields, ...other, savedAt: 0 });

/**
 * Returns a draft with the numbers of its videos. A tab that never had its chosen videos (`isOwner` is false) does not
 * count them while the draft contains nothing else: the tab that has them still shows it.
 */
export function withVideoCounts(
  before: CreateFields,
  counts: Pick<CreateFields, 'recordings' | 'chosenVideos'>,
  isOwner: boolean,
): CreateFields {
  const counted = { ...before, ...counts };
  const next = isOwner || !isBlank(counted) ? counted : { ...counted, chosenVideos: before.chosenVideos };
  return isSameDraft(next, before) ? before : next;
}

function readAlts(stored: object): CreateFields['alts'] {
  const { alts }: { alts?: unknown } = stored;
  if (typeof alts !== 'object' || alts === null) return {};
  const texts = Object.entries(alts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

function readVideoUrls(stored: object): string[] {
  const { videoUrls }: { videoUrls?: unknown } = stored;
  const known = Array.isArray(videoUrls) ? videoUrls : [];
  return known.filter((url) => typeof url === 'string' && normaliseVideoUrl(url) === url);
}

/** Returns the alternative texts without that of a removed picture. */
export const withoutAlt = (alts: CreateFields['alts'], pictureId: string): CreateFields['alts'] =>
  Object.fromEntries(Object.entries(alts).filter(([id]) => id !== pictureId));

/** Returns the look of a stored draft; unknown parts are as in one without a look. */
function readLook(stored: object): Look {
  const { filter, effect, overlay }: { filter?: unknown; effect?: unknown; overlay?: unknown } = stored;
  const { type, amount }: { type?: unknown; amount?: unknown } = Object(filter);
  return {
    filter: {
      type: filterTypes.find((known) => known === type) ?? plainLook.filter.type,
      amount: clampAmount(typeof amount === 'number' ? amount : Number.NaN),
    },
    effect: effects.find((known) => known === effect) ?? plainLook.effect,
    overlay: overlays.find((known) => known === overlay) ?? plainLook.overlay,
  };
}

/** The kind that an address presets: a vibe by default. */
export const kindOf = (type: string | null): CreateKind => (type === 'post' || type === 'reel' ? type : 'story');

/** The maximum length of the caption (specification 2, section 9). */
export const captionLimitOf = (kind: CreateKind): number => (kind === 'story' ? storyCaptionMax : captionMax);

/** Why a step is not complete. */
export type Problem = 'tribe' | 'media' | 'clip' | 'mood' | 'empty' | 'length' | 'altLength' | 'upload' | 'link';

/** A draft, with the numbers of its pictures and videos and the tribe it goes to. */
export interface Checked {
  kind: CreateKind;
  fields: CreateFields;
  pictures: number;
  videos: number;
  /** Videos that could not be uploaded, to be removed or tried again. */
  failedVideos: number;
  tribeId: number | null;
}

/** Returns the first problem of a step by the rules of the kind (specification 2, section 5). */
export function findProblem(step: StepName, checked: Checked): Problem | null {
  const { kind, fields, pictures, videos, failedVideos, tribeId } = checked;
  if (step === 'content') return findMediaProblem(checked) ?? (tribeId === null ? 'tribe' : null);
  if (step === 'details') {
    if (linesLength(fields.content.trim()) > captionLimitOf(kind)) return 'length';
    if (Object.values(fields.alts).some((alt) => linesLength(alt.trim()) > altMax)) return 'altLength';
    return kind === 'post' && pictures + videos + fields.videoUrls.length === 0 && fields.content.trim() === ''
      ? 'empty'
      : null;
  }
  return step === 'preview' && failedVideos > 0 ? 'upload' : null;
}

/** A vibe needs media, and with pictures a mood; a clip is one video. A typed link is added or cleared. */
function findMediaProblem({ kind, fields, pictures, videos }: Checked): Problem | null {
  if (kind !== 'story' && fields.linkText.trim() !== '') return 'link';
  if (kind === 'reel') return videos + fields.videoUrls.length === 1 && pictures === 0 ? null : 'clip';
  if (kind === 'post') return null;
  if (pictures + videos === 0) return 'media';
  return pictures > 0 && fields.mood === null ? 'mood' : null;
}

/** Whether a clip has its one video, a file or a link: it accepts no other. */
export const isClipComplete = (kind: CreateKind, videos: number, { videoUrls }: Pick<CreateFields, 'videoUrls'>) =>
  kind === 'reel' && videos + videoUrls.length > 0;

/** The steps of a draft with this number of pictures: without any there is nothing to filter. */
export const stepsOf = (pictures: number): StepName[] => STEPS.filter((step) => pictures > 0 || step !== 'filter');

/** Returns the step to show instead of `wanted`: an earlier one that is not complete, a later one for one it has not. */
export function findReachable(wanted: StepName, checked: Checked): StepName {
  const at = STEPS.indexOf(wanted);
  const own = stepsOf(checked.pictures);
  const incomplete = own.find((step) => STEPS.indexOf(step) < at && findProblem(step, checked) !== null);
  return incomplete ?? own.find((step) => STEPS.indexOf(step) >= at) ?? wanted;
}

/** Returns the steps before and after one. */
export function neighboursOf(step: StepName, pictures: number): { before?: StepName; after?: StepName } {
  const own = stepsOf(pictures);
  const at = STEPS.indexOf(step);
  const before = own.findLast((each) => STEPS.indexOf(each) < at);
  const after = own.find((each) => STEPS.indexOf(each) > at);
  return { ...(before && { before }), ...(after && { after }) };
}
