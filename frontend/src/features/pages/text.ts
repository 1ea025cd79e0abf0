export type TextName = 'about' | 'help' | 'privacy' | 'cookies' | 'dataDeletion' | 'terms';

/** A paragraph, or the lines of a list. */
export type Block = string | [string, ...string[]];

export interface TextContent {
  lead: string;
  sections: { title: string; blocks: Block[]; links?: { to: string; text: string }[] }[];
  /** The day of the last revision of a legal text (yyyy-mm-dd). */
  updated?: string;
}
