import { cloneElement, Fragment, type ReactElement } from 'react';

interface RichTextProps {
  /** A text in which parts are marked by tags of one level: `I accept the <terms>terms of use</terms>`. */
  text: string;
  /** The element for each tag; it gets the marked words as its children. Other tags are text. */
  elements: Record<string, ReactElement>;
}

/** A sentence with links or emphasis in it, as the languages place them. */
export function RichText({ text, elements }: RichTextProps) {
  // Text, tag, words, text, tag, words … text.
  const parts = text.split(new RegExp(`<(${Object.keys(elements).join('|')})>(.*?)</\\1>`, 's'));
  return parts.map((part, index) => {
    const element = index % 3 === 2 ? elements[parts[index - 1] ?? ''] : undefined;
    if (index % 3 === 1) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    return <Fragment key={index}>{element ? cloneElement(element, {}, part) : part}</Fragment>;
  });
}
