const segment = '[A-Za-z0-9][A-Za-z0-9._-]{0,127}';
const keyPattern = new RegExp(`^${segment}(?:/${segment}){0,7}$`);
const prefixPattern = new RegExp(`^(?:${segment}/){0,7}(?:${segment})?$`);

/** Whether a text is a valid key of an object: segments joined by slashes, none of which starts with a dot. */
export const isBlobKey = (key: string): boolean => keyPattern.test(key);

/** Throws for an invalid key, so that it is never used as a path. Keys are generated, so this is a fault. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error('not the key of an object');
}

export function assertBlobPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new Error('not the prefix of a key');
}
