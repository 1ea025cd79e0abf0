/** Returns a LIKE pattern for texts that contain `text`, with wildcards escaped. */
export const containing = (text: string): string => `%${escaped(text)}%`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
