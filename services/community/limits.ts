/** The public tribe, readable by visitors (specification 2, section 1). */
export const homininiId = 38;
/** Maximum size of a picture in MB (decisions.md 1). */
export const imageMaxMb = 15;
/** Maximum size of a video in MB. */
export const videoMaxMb = 200;
/** Characters of a search; identity accepts as many as content passes on. */
export const searchMax = 100;
/** People among whom identity's FindUsers searches; tribes lists as many of a user's fellows. */
export const searchedUsersMax = 5_000;
/** Characters of a tag and of the slug of a place: of posts in content, followed and muted ones in identity. */
export const tagMax = 60;
/**
 * Blocks in both directions that services load of a user. A user blocks fewer, but any number of others may block them:
 * those above are asked for by the ids of the people at hand.
 */
export const listedBlocksMax = 2_000;
/**
 * Limits of new accounts. Content and messaging count links, messaging counts messages, content counts posts and
 * comments, tribes counts joins, media counts uploads.
 */
export const newAccountLimits = {
  /** Per post, comment or message. */
  links: 2,
  /** Per clock hour, chat and direct messages combined. */
  messages: 30,
  /** Per clock hour, in all tribes together; vibes and clips are posts. */
  posts: 5,
  /** Per clock hour, in all tribes together. */
  comments: 30,
  /** Per clock hour: joins and join requests. */
  joins: 5,
  /** Per sliding 60 minutes, pictures and other files, including deleted files. */
  uploads: 20,
} as const;
/** What a new account may write in a clock hour and the 23 hours before it, besides the limits of the hour. */
export const newAccountDayLimits = { posts: 20, comments: 60 } as const;

/**
 * Matches links: with a scheme or www, an IPv4 address, or a domain name in any script. A link ends at white space or a
 * separator.
 */
const link =
  /(?:https?:\/\/|www\.)[^\s,;|()<>[\]{}"]+|(?<![\p{L}\p{N}@._-])(?:\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}.-])|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}\/|(?:com|net|org|info|biz|io|me|ly|gg|tv|co|xyz|top|shop|store|site|online|club|link|click|live|vip|icu|app|dev|es|cn|mx|ar|cl|pe|uy|br|pt|fr|de|it|nl|pl|uk|ru|jp|kr|tk|ml)(?![\p{L}\p{N}.-])))[^\s,;|()<>[\]{}"]*/giu;

/** Counts the links in a text, including those in full-width letters. */
export const countLinks = (text: string): number => text.normalize('NFKC').match(link)?.length ?? 0;
