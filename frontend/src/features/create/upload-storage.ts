import { resumableUploadHours, resumableUploadsAtOnce } from '@limits/media';
import type { PreviousUpload, UploadOptions } from 'tus-js-client';
import { DRAFTS } from '../../lib/session.ts';
import { local, readJson } from '../../lib/storage.ts';

const HOUR_MS = 3_600_000;

/** A file is recognised by its properties: its bytes are too many to be read first. */
export const fingerprintOf = ({ name, type, size, lastModified }: File): string =>
  [name, type, size, lastModified].join(':');

export interface UploadStorage extends NonNullable<UploadOptions['urlStorage']> {
  read: () => PreviousUpload | null;
  forget: () => void;
}

/** The stored addresses of a person's uploads: removed with their drafts, at most as many as the server allows. */
export function storageOf(author: string, file: File): UploadStorage {
  const prefix = `${DRAFTS}${author}:upload:`;
  const key = prefix + fingerprintOf(file);
  const read = () => readAddress(key);
  const forget = () => local.remove(key);
  return {
    read,
    forget,
    findAllUploads: async () => [read() ?? []].flat(),
    findUploadsByFingerprint: async () => [read() ?? []].flat(),
    removeUpload: async () => forget(),
    async addUpload(_fingerprint, upload) {
      local.write(key, JSON.stringify({ ...upload, urlStorageKey: key }));
      removeOld(prefix);
      return key;
    },
  };
}

function readAddress(key: string): PreviousUpload | null {
  const { uploadUrl, size, creationTime } = Object(readJson(local, key));
  if (typeof uploadUrl !== 'string' || typeof size !== 'number' || typeof creationTime !== 'string') return null;
  return { uploadUrl, size, creationTime, urlStorageKey: key, metadata: {}, parallelUploadUrls: null };
}

/** Removes the addresses of uploads that the server has deleted, and all but the newest. */
function removeOld(prefix: string): void {
  const ageOf = (key: string) => Date.now() - Date.parse(readAddress(key)?.creationTime ?? '');
  const keys = local.keys(prefix).sort((one, other) => ageOf(one) - ageOf(other));
  for (const [index, key] of keys.entries())
    if (index >= resumableUploadsAtOnce || !(ageOf(key) < resumableUploadHours * HOUR_MS)) local.remove(key);
}
