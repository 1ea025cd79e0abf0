/** Content of a mail, as plain text. */
export interface MailContent {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The link of the mail, to a page of this site. */
  action?: { label: string; url: string };
}
