/** The database of the pictures and recordings of drafts. */
export const FILES_DATABASE = 'draftFiles';

/** A picture or a video of a draft. */
export interface DraftFile {
  id: string;
  file: File;
}

/** Deletes the pictures and recordings of all drafts from this device, for signing out and deleting the account. */
export function forgetDraftFiles(): void {
  // Not every window has a database.
  globalThis.indexedDB?.deleteDatabase(FILES_DATABASE);
}
