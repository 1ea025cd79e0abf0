/** The public tribe that every visitor may read (specification 2, section 1). */
export const homininiId = 38;
/** Megabytes of one picture (decisions, section 1). */
export const imageMaxMb = 15;
/** The same of one video. */
export const videoMaxMb = 200;
/**
 * What accounts may do while they are new. Counted where it happens: links by content and messaging, messages by messaging, joining by
 * tribes, uploads by media.
 */
export const newAccountLimits = {
  /** In one post, comment or message. */
  links: 2,
  /** In an hour of the clock: in chats and directly, together. */
  messages: 30,
  /** In an hour of the clock: tribes joined, and asked to be let in. */
  joins: 5,
  /** In any sixty minutes: pictures and other files, also those that are deleted again. */
  uploads: 20,
} as const;

/**
 * Addresses that people read as links: with a scheme or www, four numbers, or the name of a site in any script. One ends
 * with a space, or with what stands between one address and the next.
 */
const link =
  /(?:https?:\/\/|www\.)[^\s,;|()<>[\]{}"]+|(?<![\p{L}\p{N}@._-])(?:\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}.-])|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}\/|(?:com|net|org|info|biz|io|me|ly|gg|tv|co|xyz|top|shop|store|site|online|club|link|click|live|vip|icu|app|dev|es|cn|mx|ar|cl|pe|uy|br|pt|fr|de|it|nl|pl|uk|ru|jp|kr|tk|ml)(?![\p{L}\p{N}.-])))[^\s,;|()<>[\]{}"]*/giu;

/** How many links people read in a text, also where they are written in wide letters. */
export const countLinks = (text: string): number => text.normalize('NFKC').match(link)?.length ?? 0;
