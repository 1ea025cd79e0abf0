import { act } from '@testing-library/react';

/** One upload as it reached the network; jsdom's own would need a server. */
export class TestUpload extends XMLHttpRequest {
  static sent: TestUpload[] = [];
  readonly headers = new Headers();
  form = new FormData();
  code = 0;
  body = '{}';

  override get status(): number {
    return this.code;
  }

  override get responseText(): string {
    return this.body;
  }

  override open(): void {}

  override setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  override send(form: FormData): void {
    this.form = form;
    TestUpload.sent.push(this);
  }

  override abort(): void {
    act(() => this.onabort?.(new ProgressEvent('abort')));
  }

  /** Reports this fraction as sent. */
  progress(loaded: number, total: number): void {
    const event = new ProgressEvent('progress', { lengthComputable: true, loaded, total });
    act(() => void this.upload.dispatchEvent(event));
  }

  answer(code: number, body: object = {}): void {
    [this.code, this.body] = [code, JSON.stringify(body)];
    act(() => this.onload?.(new ProgressEvent('load')));
  }
}

const real = XMLHttpRequest;

/** From now on uploads are recorded in `TestUpload.sent`. */
export function recordUploads(): void {
  TestUpload.sent = [];
  Object.assign(globalThis, { XMLHttpRequest: TestUpload });
}

export function restoreUploads(): void {
  Object.assign(globalThis, { XMLHttpRequest: real });
}
