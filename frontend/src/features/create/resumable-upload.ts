import { bytesPerMb, partMb } from '@limits/media';
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { loadChunk } from '../../lib/load-chunk.ts';
import { session } from '../../lib/session.ts';
import { parseJson } from '../../lib/storage.ts';
import { fingerprintOf, storageOf, type UploadStorage } from './upload-storage.ts';

export interface UploadEvents {
  /** The share of the bytes that was sent, 0..1. */
  onProgress: (share: number) => void;
  /** Offline, or the session has expired: it continues by itself. */
  onPaused: () => void;
  onDone: (uploadId: string) => void;
  /** With the server's sentence, if there is one. */
  onFailed: (problem: string | null) => void;
}

export interface ResumableUpload {
  /** Ends it and deletes its bytes on the server. */
  cancel: () => void;
  /** Ends it; the same file is a new upload. For one that was published, or that the server no longer has. */
  forget: () => void;
}

/** Each request sends this much, with a new token; all of it is stored in full parts. */
const CHUNK = 4 * partMb * bytesPerMb;
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

const loadClient = () => import('tus-js-client');

/**
 * Uploads a file of the signed-in person by the tus protocol. The address of the upload is stored on this device, so
 * that the same file, chosen again after a reload, continues. Pauses while offline and ends with the session.
 */
export const beginUpload = (file: File, events: UploadEvents): ResumableUpload => new FileUpload(file, events);

/** Deletes the bytes that an earlier visit has uploaded of a file of the signed-in person. */
export function cancelStoredUpload(file: File): void {
  void deleteUpload(null, storageOf(session.get().user?.id ?? '', file));
}

class FileUpload implements ResumableUpload {
  readonly #file: File;
  readonly #events: UploadEvents;
  readonly #author = session.get().user?.id;
  readonly #stored: UploadStorage;
  readonly #unsubscribe: () => void;
  #current: Upload | null = null;
  /** Incremented by each start and pause: reports of earlier ones are ignored. */
  #turn = 0;
  #state: 'running' | 'paused' | 'ended' = 'running';

  constructor(file: File, events: UploadEvents) {
    this.#file = file;
    this.#events = events;
    this.#stored = storageOf(this.#author ?? '', file);
    this.#unsubscribe = session.subscribe(this.#followSession);
    window.addEventListener('offline', this.#pause);
    window.addEventListener('online', this.#resume);
    void this.#start();
  }

  cancel(): void {
    this.#end();
    void deleteUpload(this.#current, this.#stored);
  }

  forget(): void {
    if (this.#state !== 'ended') {
      void this.#current?.abort();
      this.#end();
    }
    this.#stored.forget();
  }

  async #start(): Promise<void> {
    this.#turn += 1;
    const own = this.#turn;
    this.#state = 'running';
    if (!navigator.onLine) {
      this.#pause();
      return;
    }
    try {
      const client = await loadChunk(loadClient);
      if (own !== this.#turn) return;
      this.#current = new client.Upload(this.#file, this.#optionsOf(own));
      const [previous] = await this.#current.findPreviousUploads();
      if (own !== this.#turn) return;
      if (previous) this.#current.resumeFromPreviousUpload(previous);
      this.#current.start();
    } catch {
      // The code of the client could not be loaded.
      if (own === this.#turn) this.#fail(null);
    }
  }

  #optionsOf(own: number): UploadOptions {
    return {
      ...requestOptions,
      urlStorage: this.#stored,
      fingerprint: async () => fingerprintOf(this.#file),
      chunkSize: CHUNK,
      onProgress: (sent, total) => own === this.#turn && this.#events.onProgress(sent / total),
      onSuccess: () => {
        if (own !== this.#turn) return;
        this.#end();
        this.#events.onDone(this.#current?.url?.split('/').at(-1) ?? '');
      },
      onError: (error) => own === this.#turn && this.#fail(problemOf(error).sentence),
    };
  }

  readonly #pause = (): void => {
    if (this.#state !== 'running') return;
    this.#turn += 1;
    this.#state = 'paused';
    void this.#current?.abort();
    this.#events.onPaused();
  };

  readonly #resume = (): void => {
    if (this.#state === 'paused' && session.get().user?.id === this.#author) void this.#start();
  };

  /** An expired session pauses the upload until the same person signs in again; any other end is final. */
  readonly #followSession = (): void => {
    const { user, ended } = session.get();
    if (user?.id === this.#author) this.#resume();
    else if (user === null && ended === 'expired') this.#pause();
    else {
      void this.#current?.abort();
      this.#end();
      this.#events.onFailed(null);
    }
  };

  #fail(sentence: string | null): void {
    if (!navigator.onLine) {
      this.#pause();
      return;
    }
    this.#end();
    this.#events.onFailed(sentence);
  }

  #end(): void {
    this.#turn += 1;
    this.#state = 'ended';
    window.removeEventListener('offline', this.#pause);
    window.removeEventListener('online', this.#resume);
    this.#unsubscribe();
  }
}

/** Options of all requests of the protocol. */
const requestOptions: UploadOptions = {
  // Absolute: it is the base of the addresses in responses.
  endpoint: `${location.origin}/api/uploads`,
  retryDelays: RETRY_DELAYS,
  removeFingerprintOnSuccess: false,
  onBeforeRequest(request) {
    const { token } = session.get();
    if (token) request.setHeader('Authorization', `Bearer ${token}`);
    request.setHeader('Accept-Language', document.documentElement.lang || 'es');
  },
  onShouldRetry: (error) => navigator.onLine && isTransient(error),
};

function isTransient(error: Error | DetailedError): boolean {
  const { status, code } = problemOf(error);
  return status < 400 || status === 409 || status >= 500 || (status === 429 && code !== 'open_uploads');
}

/** The status of a failed request, 0 without a response, and the error of its body. */
function problemOf(error: Error | DetailedError): { status: number; code: unknown; sentence: string | null } {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const { code, error: sentence } = Object(parseJson(response?.getBody() || null));
  return { status: response?.getStatus() ?? 0, code, sentence: typeof sentence === 'string' ? sentence : null };
}

/** Deletes the bytes on the server; when that fails they expire there. */
async function deleteUpload(current: Upload | null, stored: UploadStorage): Promise<void> {
  await current?.abort();
  const url = current?.url ?? stored.read()?.uploadUrl;
  stored.forget();
  if (!url) return;
  const client = await loadChunk(loadClient);
  await client.Upload.terminate(url, requestOptions).catch(() => undefined);
}
