import { fail } from '@tribus/kit/core/errors.ts';
import type { Request, Response } from '@tribus/kit/http/routes.ts';
import { errors } from './errors.ts';
import type { ResumableUpload } from './store/resumable-uploads.ts';

/** The headers of the tus protocol 1.0.0; other versions are refused. */
const version = '1.0.0';

export const bytesType = 'application/offset+octet-stream';

/** Throws 412 `upload_version` unless the client uses this version of the protocol. */
export function requireVersion(req: Request, res: Response): void {
  res.set('tus-resumable', version);
  if (req.get('tus-resumable') === version) return;
  res.set('tus-version', version);
  throw errors.fail('upload_version');
}

/** Throws 400 `invalid_input` for a missing or malformed number. */
export function readLength(req: Request, header: 'upload-length' | 'upload-offset'): number {
  const text = req.get(header) ?? '';
  if (!/^\d{1,15}$/.test(text))
    throw fail('invalid_input', undefined, { details: [{ path: header, message: header }] });
  return Number(text);
}

/** Describes an upload in the headers of a response. */
export function describeUpload(res: Response, { sizeBytes, receivedBytes, expiresAt }: ResumableUpload): void {
  res.set({
    'upload-offset': String(receivedBytes),
    'upload-length': String(sizeBytes),
    'upload-expires': expiresAt.toUTCString(),
    'cache-control': 'no-store',
  });
}
