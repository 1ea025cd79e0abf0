/** What a mail says; plain text, whoever typed it. */
export interface MailContent {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The one thing to do, on a page of ours. */
  action?: { label: string; url: string };
}
