const PREFIX = 'emoji:';

/** Returns the address of an avatar that is an emoji. */
export const emojiAvatar = (emoji: string): string => PREFIX + emoji;

/** Returns the emoji of such an avatar; null for one that is a picture. */
export const emojiOf = (avatarUrl: string | null | undefined): string | null =>
  avatarUrl?.startsWith(PREFIX) ? avatarUrl.slice(PREFIX.length) : null;
