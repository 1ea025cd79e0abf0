import type { DraftFile } from '../../lib/draft-files.ts';
import type { FileRules } from '../../ui/files/file-rules.ts';
import type { FileChoice } from '../../ui/files/use-file-choice.ts';
import type { ListedDraft } from './draft-list.ts';
import type { CreateFields } from './fields.ts';

/** The draft of the screen, and how to change to another one. */
export interface OpenDraft {
  name: string;
  fields: CreateFields;
  open: (draft: ListedDraft) => void;
  /** Begins another draft of the same kind. */
  begin: () => void;
}

/** The pictures of a draft. */
export interface Pictures {
  list: readonly DraftFile[];
  /** Those of an earlier visit are being read. */
  loading: boolean;
  /** The browser cannot store them. */
  unsaved: boolean;
  /** Why the last chosen files were refused. */
  problem: string | null;
  rules: FileRules;
  choice: FileChoice;
  remove: (id: string) => void;
  reorder: (ids: readonly string[]) => void;
  clear: (sent: readonly DraftFile[]) => void;
}
