const word = '[A-Za-z0-9][A-Za-z0-9._-]{0,127}';
const keyPattern = new RegExp(`^${word}(?:/${word}){0,7}$`);
const prefixPattern = new RegExp(`^(?:${word}/){0,7}(?:${word})?$`);

/** Whether a text may be the key of an object: words joined by slashes, none of which begins with a dot. */
export const isBlobKey = (key: string): boolean => keyPattern.test(key);

/** Keys are made by us; another one is a fault, never a path. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error('not the key of an object');
}

export function assertBlobPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new Error('not the prefix of a key');
}
