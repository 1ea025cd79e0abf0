import type { Actor } from '@tribus/kit/actor.ts';
import { fail } from '@tribus/kit/errors.ts';
import type { Request } from '@tribus/kit/http.ts';
import { type Form, type FormFile, readForm } from '@tribus/kit/multipart.ts';
import { bodyIs } from '@tribus/kit/scope.ts';
import { validate } from '@tribus/kit/validation.ts';
import { PostPublished } from '@tribus/proto/content/v1/events.ts';
import { PostFields } from '../api.ts';
import { imagesMax } from '../limits.ts';
import { type Reader, refuseLevelAbove, writerIn } from './access.ts';
import { type Draft, readDraft } from './drafts.ts';
import { errors } from './errors.ts';
import type { Parts } from './parts.ts';
import { type Visibility, visibilityAt } from './picture-access.ts';
import { dropPictures, imageMaxBytes, keysOf, takePicture } from './pictures.ts';
import { insertPost, type NewPost, type StoredPost } from './store/posts.ts';
import type { StoredPicture } from './store/tables.ts';

/**
 * Publishes a post from a multipart body: pictures stream on to media while they arrive, the row comes last. Whatever
 * is refused leaves nothing behind.
 */
export async function publishPost(
  parts: Parts,
  actor: Actor,
  tribeId: number,
  req: Request,
): Promise<{ writer: Reader; post: StoredPost }> {
  const writer = await writerIn(parts.company, actor, tribeId);
  const brought: Brought = { pictures: [], visibilities: new Set() };
  const { pictures } = brought;
  try {
    const form = await readPictures(parts, writer, req, brought);
    const fields = validate(PostFields, form.fields, actor.language, errors.catalogue);
    const draft = readDraft(fields, form.files.length);
    refuseLevel(writer, draft, brought);
    bodyIs([tribeId, draft, form.files.map(({ width, height, lqip }) => [width, height, lqip])]);
    const post = await savePost(parts, writer, draft, form.files);
    await dropPictures(parts, notShown(post, pictures));
    return { writer, post };
  } catch (error) {
    await dropPictures(parts, pictures);
    throw error;
  }
}

/** What reached media so far, and what media was told of who may see it. */
interface Brought {
  pictures: StoredPicture[];
  visibilities: Set<Visibility>;
}

/** A repeated request shows the pictures of the first. */
const notShown = (post: StoredPost, pictures: readonly StoredPicture[]): StoredPicture[] =>
  pictures.filter(({ key }) => !post.images.some((image) => image.key === key));

function readPictures(
  parts: Parts,
  writer: Reader,
  req: Request,
  { pictures, visibilities }: Brought,
): Promise<Form<StoredPicture>> {
  const limits = { maxFiles: imagesMax, maxFileBytes: imageMaxBytes, fileFields: ['images'] };
  const take = async (file: FormFile, _index: number, soFar: Form<StoredPicture>['fields']) => {
    const visibility = visibilityAt(Number(soFar.minLevelOrder ?? 1));
    const about = { ownerId: writer.viewer.id, tribeId: writer.seat.tribe.id, visibility };
    visibilities.add(visibility);
    const picture = await takePicture(parts, about, file);
    pictures.push(picture);
    return picture;
  };
  return readForm(req, limits, take);
}

function refuseLevel(writer: Reader, draft: Draft, { visibilities }: Brought): void {
  refuseLevelAbove(writer, draft.minLevelOrder);
  if (visibilityAt(draft.minLevelOrder) === 'signed' && visibilities.has('public')) {
    const message = 'must come before the files';
    throw fail('invalid_input', undefined, { details: [{ path: 'minLevelOrder', message }] });
  }
}

async function savePost(parts: Parts, writer: Reader, draft: Draft, images: StoredPicture[]): Promise<StoredPost> {
  const { ctx, postgres } = parts;
  const { viewer, seat } = writer;
  return postgres.transaction(async (tx) => {
    const createdAt = ctx.clock.now();
    const post: NewPost = { ...draft, id: ctx.newId(), tribeId: seat.tribe.id, authorId: viewer.id, images, createdAt };
    await insertPost(tx.sql, post);
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
