import { request } from 'node:http';
import { type Actor, InternalTokens } from '@tribus/kit/core/actor.ts';
import { systemClock } from '@tribus/kit/core/clock.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { testSecret } from '@tribus/kit/testing/service.ts';
import { ResumableUpload } from '../api/resumable-uploads.ts';

interface UploadResponse {
  status: number;
  /** Stored bytes by `Upload-Offset`; NaN without. */
  offset: number;
  headers: Headers;
  code?: string;
}

/** Uploads by the tus protocol, on behalf of a user, to one replica of media. */
export class UploadClient {
  readonly #origin: string;
  readonly #actor: Actor;

  constructor({ httpUrl }: { httpUrl: string }, actor: Actor) {
    this.#origin = httpUrl;
    this.#actor = actor;
  }

  /** Resolves to the path of a new upload. */
  async create(sizeBytes: number): Promise<string> {
    const { status, headers } = await this.begin(String(sizeBytes));
    const path = headers.get('location');
    if (status !== 201 || !path) throw new Error(`upload not created: ${status}`);
    return path;
  }

  begin(length: string, more: Record<string, string> = {}): Promise<UploadResponse> {
    return this.#send('POST', '/api/uploads', { 'upload-length': length, ...more });
  }

  head(path: string): Promise<UploadResponse> {
    return this.#send('HEAD', path);
  }

  /** The state of an upload, as JSON. */
  async read(path: string): Promise<ResumableUpload> {
    const response = await fetch(`${this.#origin}${path}`, { headers: this.#headers() });
    return ResumableUpload.parse(await response.json());
  }

  patch(path: string, offset: number, body: Buffer | ReadableStream): Promise<UploadResponse> {
    return this.#send('PATCH', path, { 'upload-offset': String(offset), ...bytesType }, body);
  }

  cancel(path: string): Promise<UploadResponse> {
    return this.#send('DELETE', path);
  }

  /** Sends the first of `announced` bytes; resolves to a function that disconnects. */
  sendPart(path: string, offset: number, bytes: Buffer, announced: number): Promise<() => void> {
    const headers = {
      ...this.#headers(),
      'upload-offset': String(offset),
      'content-length': announced,
      ...bytesType,
    };
    const sent = request(`${this.#origin}${path}`, { method: 'PATCH', headers });
    // Disconnected by the test, or by the kill of a process.
    sent.on('error', () => undefined);
    return new Promise((resolve) => {
      sent.write(bytes, () => resolve(() => sent.destroy()));
    });
  }

  #headers(): Record<string, string> {
    const token = new InternalTokens(testSecret, systemClock).sign(this.#actor, 'media');
    return { [internalHeader]: token, 'tus-resumable': '1.0.0' };
  }

  async #send(
    method: string,
    path: string,
    more: Record<string, string> = {},
    body?: Buffer | ReadableStream,
  ): Promise<UploadResponse> {
    const init = { method, headers: { ...this.#headers(), ...more }, ...(body && { body, duplex: 'half' }) };
    const response = await fetch(`${this.#origin}${path}`, init as RequestInit);
    const text = await response.text();
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
    return {
      status: response.status,
      offset,
      headers: response.headers,
      ...(text !== '' && { code: JSON.parse(text).code }),
    };
  }
}

const bytesType = { 'content-type': 'application/offset+octet-stream' };
