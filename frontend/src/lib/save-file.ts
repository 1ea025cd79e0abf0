import { fetchFile } from './http.ts';

/** The browser reads the file some time after the click, a large one slowly. */
const READ_MS = 60_000;

/** Saves a response of the API as a file. A link cannot carry the session, so it is fetched. */
export async function saveFile(address: string, name: string): Promise<void> {
  saveBlob(await fetchFile(address), name);
}

/** Saves a loaded blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
