/** The first `max` UTF-16 units of a text, one fewer where that would cut a character in two. */
export const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
