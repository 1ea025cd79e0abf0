import { normaliseTags } from '@tags/content';

/** The tag being typed: the text after the last comma or space. */
export const lastTag = (text: string): string => /[^,\s]*$/.exec(text)?.[0] ?? '';

/** Returns the text with the tag being typed replaced by a suggestion, ready for the next one. */
export const withSuggestedTag = (text: string, tag: string): string =>
  `${text.slice(0, text.length - lastTag(text).length)}${tag}, `;

/** Returns the text without a tag. */
export const withoutTag = (text: string, tag: string): string =>
  normaliseTags(text)
    .filter((each) => each !== tag)
    .join(', ');
