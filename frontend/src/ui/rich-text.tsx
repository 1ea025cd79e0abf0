import { cloneElement, Fragment, type ReactElement } from 'react';

interface RichTextProps {
  /** A text in which parts are marked by tags of one level: `I accept the <terms>terms of use</terms>`. */
  text: string;
  /** The element for each tag; its children are the marked words. Other tags are text. */
  elements: Record<string, ReactElement>;
}

/** A sentence with links or emphasis, in the word order of each language. */
export function RichText({ text, elements }: RichTextProps) {
  // Text, tag, words, text, tag, words … text.
  const parts = text.split(new RegExp(`<(${Object.keys(elements).join('|')})>(.*?)</\\1>`, 's'));
  return parts.map((part, index) => {
    const element = index % 3 === 2 ? elements[parts[index - 1] ?? ''] : undefined;
    if (index % 3 === 1) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
    return <Fragment key={index}>{element ? cloneElement(element, {}, part) : part}</Fragment>;
  });
}
