import { type DraftFile, FILES_DATABASE } from '../../lib/draft-files.ts';

const STORE = 'files';
const RECORDINGS = '/recordings';

/** The database of the files of drafts: files do not fit into localStorage. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(FILES_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      // So that signing out in another tab can delete it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const isDraftFile = (value: unknown): value is DraftFile => {
  const { id, file }: { id?: unknown; file?: unknown } = Object(value);
  return typeof id === 'string' && file instanceof File;
};

/** The name of a draft under which its recorded videos are stored: no file of the device has them. */
export const recordingsOf = (draftName: string): string => `${draftName}${RECORDINGS}`;

/** Returns the files of a draft in their order; none when the browser stores no files, as in a private window. */
export async function readFiles(key: string): Promise<DraftFile[]> {
  try {
    const stored: unknown = await run('readonly', (store) => store.get(key));
    return Array.isArray(stored) ? stored.filter(isDraftFile) : [];
  } catch {
    return [];
  }
}

/** Stores the files of a draft; returns whether the browser has stored them. */
export async function writeFiles(key: string, files: readonly DraftFile[]): Promise<boolean> {
  try {
    const rows = files.map(({ id, file }) => ({ id, file }));
    await run('readwrite', (store): IDBRequest => (rows.length === 0 ? store.delete(key) : store.put(rows, key)));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the files of drafts that no longer exist. */
export async function sweepFiles(isDraft: (key: string) => boolean): Promise<void> {
  try {
    const keys = await run('readonly', (store) => store.getAllKeys());
    for (const key of keys.map(String).filter((each) => !isDraft(each.replace(RECORDINGS, ''))))
      await run('readwrite', (store) => store.delete(key));
  } catch {
    // Without a database there is nothing to delete.
  }
}
