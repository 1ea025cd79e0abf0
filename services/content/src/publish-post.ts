import { saveWithUploads, type UploadFile } from '@tribus/community/media-uploads.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { setIdempotencyBody } from '@tribus/kit/runtime/request-context.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { PostFields } from '../api.ts';
import { imagesMax } from '../limits.ts';
import { type Access, refuseLevelAbove, requireMember } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { visibilityAt } from './picture-access.ts';
import { imageMaxBytes, keysOf, uploadPicture } from './pictures.ts';
import { insertPost, type NewPost, type StoredPost } from './store/posts.ts';
import type { StoredPicture } from './store/tables.ts';
import { type Draft, validatePost } from './validate-post.ts';

/**
 * Publishes a post from a multipart body: pictures stream on to media while they arrive, the row comes last. Whatever
 * is refused leaves nothing behind.
 */
export async function publishPost(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  req: Request,
): Promise<{ writer: Access; post: StoredPost }> {
  const writer = await requireMember(deps.directory, actor, tribeId);
  const post = await saveWithUploads(deps, {
    receive: (take) => receivePost({ deps, actor, writer, req }, take),
    save: ({ draft, images }) => savePost(deps, writer, draft, images),
    shownKeys: ({ images }) => keysOf(images),
  });
  return { writer, post };
}

async function receivePost(
  { deps, actor, writer, req }: { deps: Deps; actor: Actor; writer: Access; req: Request },
  take: UploadFile,
): Promise<{ draft: Draft; images: StoredPicture[] }> {
  /** What media was told of who may see the pictures. */
  const visibilities = new Set<Visibility>();
  const tribeId = writer.membership.tribe.id;
  const limits = { maxFiles: imagesMax, maxFileBytes: imageMaxBytes, fileFields: ['images'] };
  const form = await readForm(req, limits, (file, _index, soFar) => {
    const visibility = visibilityAt(Number(soFar.minLevelOrder ?? 1));
    visibilities.add(visibility);
    return uploadPicture(take, deps.ctx, { ownerId: writer.viewer.id, tribeId, visibility }, file);
  });
  const fields = validate(PostFields, form.fields, actor.language, errors.catalogue);
  const draft = validatePost(fields, form.files.length);
  refuseLevel(writer, draft, visibilities);
  setIdempotencyBody([tribeId, draft, form.files.map(({ width, height, lqip }) => [width, height, lqip])]);
  return { draft, images: form.files };
}

function refuseLevel(writer: Access, draft: Draft, visibilities: ReadonlySet<Visibility>): void {
  refuseLevelAbove(writer, draft.minLevelOrder);
  if (visibilityAt(draft.minLevelOrder) === 'signed' && visibilities.has('public')) {
    const message = 'must come before the files';
    throw fail('invalid_input', undefined, { details: [{ path: 'minLevelOrder', message }] });
  }
}

async function savePost(deps: Deps, writer: Access, draft: Draft, images: StoredPicture[]): Promise<StoredPost> {
  const { ctx, postgres } = deps;
  const { viewer, membership } = writer;
  return postgres.transaction(async (tx) => {
    const createdAt = ctx.clock.now();
    const post: NewPost = {
      ...draft,
      id: ctx.newId(),
      tribeId: membership.tribe.id,
      authorId: viewer.id,
      images,
      createdAt,
    };
    await insertPost(tx.db, post);
    tx.emit(PostPublished, {
      tribeId: post.tribeId,
      postId: post.id,
      authorId: post.authorId,
      authorIsAgent: viewer.isAgent,
      kind: post.kind,
      tags: post.tags,
      minLevelOrder: post.minLevelOrder,
      mediaCount: images.length,
      keptMediaKeys: keysOf(images),
    });
    return {
      ...post,
      mediaKnows: true,
      editedAt: null,
      comments: 0,
      likes: 0,
      dislikes: 0,
      views: 0,
      myReaction: null,
    };
  });
}
