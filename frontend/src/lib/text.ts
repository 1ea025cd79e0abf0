/** Returns the first `max` UTF-16 units of a text, one fewer where that would split a character. */
export const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
