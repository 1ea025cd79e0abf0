/** Runs a storage operation that may throw (private windows, full disks); returns `otherwise` then. */
function safely<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  /** Returns every key with this prefix. */
  keys(prefix: string): string[];
  /** Removes every key with this prefix, but none with one of the prefixes `except`. */
  removeAll(prefix: string, ...except: string[]): void;
}

function over(storage: () => Storage): SafeStorage {
  const keys = (prefix: string) => safely(() => Object.keys(storage()).filter((key) => key.startsWith(prefix)), []);
  return {
    keys,
    read: (key) => safely(() => storage().getItem(key), null),
    write: (key, value) => safely(() => storage().setItem(key, value), undefined),
    remove: (key) => safely(() => storage().removeItem(key), undefined),
    removeAll: (prefix, ...except) =>
      safely(() => {
        for (const key of keys(prefix)) if (!except.some((start) => key.startsWith(start))) storage().removeItem(key);
      }, undefined),
  };
}

/** localStorage: shared by the tabs of this device. */
export const local = over(() => localStorage);
/** sessionStorage: this tab only. */
export const tab = over(() => sessionStorage);

/** Returns the value of a JSON text; null when it is missing or invalid. */
export function parseJson(text: string | null): unknown {
  return text === null ? null : safely((): unknown => JSON.parse(text), null);
}

/** Returns the JSON under a key; null when it is missing or invalid. */
export const readJson = (storage: SafeStorage, key: string): unknown => parseJson(storage.read(key));
