/** Rejects only malformed email addresses: the server validates further, and only a mail proves the mailbox. */
export const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
