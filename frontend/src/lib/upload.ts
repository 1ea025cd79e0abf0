export interface UploadRequest {
  headers: Headers;
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Posts a form with XMLHttpRequest, since fetch reports no upload progress. Rejects with AbortError or a TypeError. */
export function upload(url: string, form: FormData, request: UploadRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { headers, onProgress, signal } = request;
    const xhr = new XMLHttpRequest();
    const aborted = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    if (signal?.aborted) return aborted();

    xhr.open('POST', url);
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = () => reject(new TypeError('Upload failed'));
    xhr.onabort = aborted;
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}
