/** The fields of a new post, without its pictures. */
export interface ComposerFields {
  content: string;
  tags: string;
  place: string;
  minLevelOrder: number;
}

export const blankFields: ComposerFields = { content: '', tags: '', place: '', minLevelOrder: 1 };

/** The names of the drafts of a tribe's composer: of its fields, and of its pictures. */
export const composerDraft = (tribeId: number) => draftNames(`post:${tribeId}`);

/** The names of the drafts of a form for a post. */
export const draftNames = (text: string) => ({ text, pictures: `${text}-pictures` });

/** Returns a stored draft; null when it is invalid. */
export function readFields(stored: unknown): ComposerFields | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { content, tags, place, minLevelOrder } = { ...blankFields, ...stored };
  const isText = [content, tags, place].every((text) => typeof text === 'string');
  return isText && typeof minLevelOrder === 'number' ? { content, tags, place, minLevelOrder } : null;
}
