/** A pattern of LIKE for texts that contain this one, whatever signs it holds. */
export const containing = (text: string): string => `%${escaped(text)}%`;

/** A pattern of LIKE for texts that begin with this one. */
export const startingWith = (text: string): string => `${escaped(text)}%`;

/** Without the meaning that LIKE gives to some signs. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
