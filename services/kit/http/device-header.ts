/**
 * The header in which the gateway hands a login what the browser kept of earlier ones, and in which the answer says
 * what it is to keep from now on. Only the gateway speaks of cookies.
 */
export const deviceHeader = 'x-tribus-device';
/** The header in which the gateway says from which network a request comes: a keyed hash that stays the same. */
export const networkHeader = 'x-tribus-network';
/** The header in which a browser says in which time zone it is, by its IANA name. */
export const timeZoneHeader = 'x-time-zone';
/** The header in which the gateway hands on, and takes, what ties a sign-in elsewhere to the browser that began it. */
export const oauthHeader = 'x-tribus-oauth';
/** For so many days a login is remembered: the proofs hold as long, and so does the cookie with them. */
export const deviceTtlDays = 180;
/** Characters; a longer value of the header is none of ours. */
export const deviceMaxLength = 1_000;
