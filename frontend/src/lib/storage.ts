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
  /** Removes every key with this prefix, but none with the prefix `except`. */
  removeAll(prefix: string, except?: string): void;
}

function over(storage: () => Storage): SafeStorage {
  return {
    read: (key) => safely(() => storage().getItem(key), null),
    write: (key, value) => safely(() => storage().setItem(key, value), undefined),
    remove: (key) => safely(() => storage().removeItem(key), undefined),
    removeAll: (prefix, except) =>
      safely(() => {
        for (const key of Object.keys(storage()))
          if (key.startsWith(prefix) && !(except && key.startsWith(except))) storage().removeItem(key);
      }, undefined),
  };
}

/** localStorage: shared by the tabs of this device. */
export const local = over(() => localStorage);
/** sessionStorage: this tab only. */
export const tab = over(() => sessionStorage);

/** Returns the JSON under a key; null when it is missing or invalid. */
export function readJson(storage: SafeStorage, key: string): unknown {
  const text = storage.read(key);
  return text === null ? null : safely((): unknown => JSON.parse(text), null);
}
