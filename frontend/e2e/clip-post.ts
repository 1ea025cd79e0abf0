import type { Person } from '../../deploy/system-tests/people.ts';
import { webmFile } from './video-file.ts';

const tus = { 'tus-resumable': '1.0.0' };

interface ClipOptions {
  content?: string;
  minLevelOrder?: number;
  size?: string;
  seconds?: number;
}

/** Uploads a video and publishes it as a clip; returns the id of the post. */
export async function publishClip(person: Person, tribeId: number, options: ClipOptions = {}): Promise<string> {
  const { content = '', minLevelOrder = 1, ...video } = options;
  const { buffer } = await webmFile('clip', video);
  const begun = await person.call('POST', '/uploads', undefined, { ...tus, 'upload-length': String(buffer.length) });
  const upload = begun.headers.get('location') ?? '';
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = await person.fetch(upload, { method: 'PATCH', headers, body: new Uint8Array(buffer) });
  if (sent.status !== 204) throw new Error(`the upload returned ${sent.status}`);
  const form = new FormData();
  form.append('kind', 'reel');
  form.append('content', content);
  form.append('minLevelOrder', String(minLevelOrder));
  form.append('videos', upload.split('/').at(-1) ?? '');
  const { status, body } = await person.post(`/tribes/${tribeId}/posts`, form);
  if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
  return body.id;
}
