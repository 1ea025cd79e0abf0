import { fail } from '@tribus/kit/core/errors.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { z } from 'zod';
import { ResumableUpload, UploadParams } from '../../api/resumable-uploads.ts';
import type { Deps } from '../deps.ts';
import { presentUpload } from '../present.ts';
import { cancelUpload, createUpload, findUpload } from '../resumable-uploads.ts';
import { bytesType, describeUpload, readLength, requireVersion } from '../tus.ts';
import { receiveBytes } from '../upload-bytes.ts';

/** After its last byte the parts of an upload are joined, in the object store. */
const joinMs = 120_000;

export function resumableUploadRoutes(routes: Routes, deps: Deps): void {
  progressRoutes(routes, deps);
  byteRoutes(routes, deps);
}

function progressRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/uploads',
    {
      guards: [signedIn],
      operationId: 'createUpload',
      summary: 'Begin a resumable upload of a video (tus protocol); its address is in `Location`',
      answer: ResumableUpload,
      status: 201,
      errors: [412, 413],
      ignoresIdempotencyKey: true,
    },
    async ({ actor, req, res }) => {
      requireVersion(req, res);
      const upload = await createUpload(deps, actor, readLength(req, 'upload-length'));
      describeUpload(res, upload);
      res.set('location', `/api/uploads/${upload.id}`);
      return presentUpload(upload);
    },
  );

  routes.get(
    '/uploads/:uploadId',
    {
      guards: [signedIn],
      operationId: 'readUpload',
      summary: "The progress of an actor's resumable upload; as `HEAD` in the headers of the tus protocol",
      params: UploadParams,
      answer: ResumableUpload,
      errors: [412],
    },
    async ({ params, actor, req, res }) => {
      if (req.method === 'HEAD') requireVersion(req, res);
      const upload = await findUpload(deps, actor, params.uploadId);
      describeUpload(res, upload);
      return presentUpload(upload);
    },
  );
}

function byteRoutes(routes: Routes, deps: Deps): void {
  routes.patch(
    '/uploads/:uploadId',
    {
      guards: [signedIn],
      operationId: 'continueUpload',
      summary: 'Send bytes of a resumable upload (tus protocol), from `Upload-Offset` on',
      params: UploadParams,
      bytes: bytesType,
      timeoutMs: joinMs,
      answer: z.void(),
      status: 204,
      errors: [409, 412],
    },
    async ({ params, actor, req, res }) => {
      requireVersion(req, res);
      if (!req.is(bytesType)) throw fail('unsupported_media_type');
      const from = { uploadId: params.uploadId, offset: readLength(req, 'upload-offset') };
      describeUpload(res, await receiveBytes(deps, actor, from, { req, res }));
      res.status(204).end();
    },
  );

  routes.delete(
    '/uploads/:uploadId',
    {
      guards: [signedIn],
      operationId: 'cancelUpload',
      summary: 'Cancel a resumable upload and delete its bytes (tus protocol)',
      params: UploadParams,
      answer: z.void(),
      status: 204,
      errors: [412],
    },
    async ({ params, actor, req, res }) => {
      requireVersion(req, res);
      await cancelUpload(deps, actor, params.uploadId);
      res.status(204).end();
    },
  );
}
