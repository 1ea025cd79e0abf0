import type { Language } from '@tribus/kit/core/language.ts';

/** Content of a mail, as plain text. */
export interface MailContent {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The link of the mail, to a page of this site. */
  action?: { label: string; url: string };
}

/** Heading, what happened, what to do or to know, and the label of the link. */
type LinkTexts = readonly [heading: string, what: string, then: string, label: string];

/** A mail of two paragraphs with a link; its subject is the heading. */
export function linkMail(texts: Record<Language, LinkTexts>, language: Language, url: string): MailContent {
  const [heading, what, then, label] = texts[language];
  return { subject: `${heading} · Tribus`, heading, paragraphs: [what, then], action: { label, url } };
}
