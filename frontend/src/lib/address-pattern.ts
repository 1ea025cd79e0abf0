/** Rejects only what cannot be an e-mail address: the server knows more, and only a mail proves the mailbox. */
export const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
