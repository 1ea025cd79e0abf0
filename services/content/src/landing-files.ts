import { videoMaxMb } from '@tribus/community/limits.ts';
import { saveWithUploads } from '@tribus/community/media-uploads.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { LandingFile } from '../api/landing.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentLandingMedia } from './present-landing.ts';
import type { StoredLandingFile } from './store/landing.ts';

const maxFileBytes = videoMaxMb * 1024 * 1024;

/**
 * Stores the picture or video of a multipart body for the landing page; a file that no slide shows is deleted within a
 * day.
 */
export async function uploadLandingFile(deps: Deps, actor: Actor, req: Request): Promise<LandingFile> {
  const file = await saveWithUploads(deps, actor, {
    async receive(take) {
      const about = {
        purpose: 'landing',
        visibility: 'public',
        collection: '',
        ownerId: actor.id,
        maxBytes: maxFileBytes,
      } as const;
      const limits = { maxFiles: 1, maxFileBytes, fileFields: ['file'] };
      const { files } = await readForm(req, limits, (sent) => take(about, sent));
      setIdempotencyBody(files.map(({ contentType, sizeBytes }) => [contentType, sizeBytes]));
      const [object] = files;
      if (!object) throw errors.fail('landing_file_required');
      return object;
    },
    async save(object, sender) {
      if (!isAdmin(sender)) throw fail('forbidden');
      const stored = fileOf(object, deps.ctx.clock.now());
      return deps.store.transaction(async (tx) => {
        await tx.landing.addFile(stored);
        return stored;
      });
    },
    shownKeys: ({ key }) => [key],
  });
  return { url: deps.urls.publicUrl(file.key), type: file.type, media: presentLandingMedia(deps.urls, file) };
}

const fileOf = (object: StoredObject, uploadedAt: Date): StoredLandingFile => ({
  key: object.key,
  type: object.contentType.startsWith('video/') ? 'video' : 'image',
  width: object.width,
  height: object.height,
  lqip: object.lqip,
  variants: Object.fromEntries(object.variants.map(({ name, key }) => [name, key])),
  isShown: false,
  uploadedAt,
});

/** The key in an address returned by an upload; 400 `landing_media_unknown` for any other address. */
export function parseLandingKey(url: string): string {
  const prefix = '/api/proxy-media?';
  const key = url.startsWith(prefix) && new URLSearchParams(url.slice(prefix.length)).get('key');
  if (!key) throw errors.fail('landing_media_unknown');
  return key;
}
