import { saveWithUploads, type UploadFile } from '@tribus/community/media-uploads.ts';
import { requireFewLinks } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { AppError, fail, isRefusal } from '@tribus/kit/core/errors.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { PostFields } from '../api.ts';
import { imagesMax } from '../limits.ts';
import {
  type Access,
  getContributorAccess,
  recordRequiredLevel,
  renewContributorAccess,
  requireAllowedLevel,
} from './access.ts';
import { activeDayKey } from './active-days.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { visibilityAt } from './picture-access.ts';
import { imageMaxBytes, keysOf, uploadPicture, withAlts } from './pictures.ts';
import type { NewPost, StoredPost } from './store/posts.ts';
import type { StoredPicture, StoredVideo } from './store/tables.ts';
import { requireTribePresent } from './tribe-deletion.ts';
import { type Draft, validatePost } from './validate-post.ts';
import { applyOutcomeAfterCommit } from './video-processing.ts';
import { claimVideos } from './videos.ts';
import { countWriting } from './writing-limits.ts';

/**
 * Publishes a post from a multipart body: pictures stream to media while they arrive, the row is written last. A
 * rejected request leaves nothing behind.
 */
export async function publishPost(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  req: Request,
): Promise<{ access: Access; post: StoredPost }> {
  const access = await getContributorAccess(deps.directory, actor, tribeId);
  return saveWithUploads(deps, actor, {
    receive: (take) => receivePost({ deps, actor, access, req }, take),
    async save({ draft, images }, sender, isLate) {
      const renewed = isLate
        ? await renewContributorAccess(deps.directory, sender, access)
        : await getContributorAccess(deps.directory, sender, tribeId);
      await requireAllowedLevel(deps.directory, renewed, draft.minLevelOrder);
      await recordRequiredLevel(deps, renewed, draft.minLevelOrder);
      const claimed = await claimVideos(deps, renewed, draft).catch(refusalOf);
      return { access: renewed, post: await savePost(deps, renewed, draft, { images, claimed }) };
    },
    shownKeys: ({ post }) => keysOf(post.images),
  });
}

async function receivePost(
  { deps, actor, access, req }: { deps: Deps; actor: Actor; access: Access; req: Request },
  take: UploadFile,
): Promise<{ draft: Draft; images: StoredPicture[] }> {
  /** The visibilities sent to media with the pictures. */
  const visibilities = new Set<Visibility>();
  const tribeId = access.membership.tribe.id;
  const limits = { maxFiles: imagesMax, maxFileBytes: imageMaxBytes, fileFields: ['images'] };
  const form = await readForm(req, limits, (file, _index, soFar) => {
    const visibility = visibilityAt(Number(soFar.minLevelOrder ?? 1));
    visibilities.add(visibility);
    return uploadPicture(take, deps.ctx, { ownerId: access.viewer.id, tribeId, visibility }, file);
  });
  const fields = validate(PostFields, form.fields, actor.language, errors.catalogue);
  const draft = validatePost(fields, form.files.length);
  const texts = [draft.content, draft.place, ...draft.alts, ...draft.videoUrls];
  requireFewLinks(actor, texts.join(' '), deps.ctx.clock.now());
  await requireAllowedLevel(deps.directory, access, draft.minLevelOrder);
  requireLevelBeforeFiles(draft, visibilities);
  setIdempotencyBody([tribeId, draft, form.files.map(({ width, height, lqip }) => [width, height, lqip])]);
  return { draft, images: withAlts(form.files, draft.alts) };
}

function requireLevelBeforeFiles(draft: Draft, visibilities: ReadonlySet<Visibility>): void {
  if (visibilityAt(draft.minLevelOrder) === 'signed' && visibilities.has('public')) {
    const message = 'must come before the files';
    throw fail('invalid_input', undefined, { details: [{ path: 'minLevelOrder', message }] });
  }
}

/** Rethrows anything else: its outcome is not known. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && isRefusal(error)) return error;
  throw error;
}

function requireClaimed(claimed: StoredVideo[] | AppError): StoredVideo[] {
  if (claimed instanceof AppError) throw claimed;
  return claimed;
}

/** The columns that edits change. */
const unedited = { editedAt: null, textVersion: 0, editedByModerator: false, closedVersions: 0 };

/** The initial state of everything that other users and moderators change. */
const untouched = {
  commentsCount: 0,
  likes: 0,
  dislikes: 0,
  views: 0,
  myReaction: null,
  isPinned: false,
  commentsLocked: false,
  isAnnouncement: false,
  hiddenAt: null,
  hiddenCause: null,
};

/**
 * Saves the post, unless media has refused its videos. The refusal is thrown within the transaction, because a repeated
 * request gets its stored result instead: its video may have been replaced or deleted since.
 */
async function savePost(
  deps: Deps,
  access: Access,
  { uploadIds: _uploadIds, alts: _alts, videoUrls, ...draft }: Draft,
  { images, claimed }: { images: StoredPicture[]; claimed: StoredVideo[] | AppError },
): Promise<StoredPost> {
  const { ctx, store } = deps;
  const { viewer, membership } = access;
  return store.transaction(async (tx) => {
    const videos = requireClaimed(claimed);
    const createdAt = ctx.clock.now();
    const post: NewPost = {
      ...draft,
      id: ctx.newId(),
      tribeId: membership.tribe.id,
      authorId: viewer.id,
      images,
      videos,
      videoLinks: videoUrls.map((url) => ({ id: ctx.newId(), url })),
      createdAt,
    };
    await requireTribePresent(tx, post.tribeId);
    await countWriting(deps, tx, { actor: viewer, what: 'posts', now: createdAt });
    await tx.posts.insert(post);
    for (const { key } of videos) await applyOutcomeAfterCommit(tx, key);
    await tx.activeDays.count(activeDayKey(viewer, post.tribeId, createdAt), { posts: 1 });
    tx.emit(PostPublished, {
      tribeId: post.tribeId,
      postId: post.id,
      authorId: post.authorId,
      authorIsAgent: viewer.isAgent,
      kind: post.kind,
      minLevelOrder: post.minLevelOrder,
      mediaCount: images.length + videos.length,
    });
    return {
      ...post,
      picturesVersion: 1,
      picturesConfirmed: true,
      ...unedited,
      ...untouched,
    };
  });
}
