/**
 * The header in which the gateway hands a login what the browser kept of earlier ones, and in which the answer says
 * what it is to keep from now on. Only the gateway speaks of cookies.
 */
export const deviceHeader = 'x-tribus-device';
/** For so many days a login is remembered: the proofs hold as long, and so does the cookie with them. */
export const deviceTtlDays = 180;
/** Characters; a longer value of the header is none of ours. */
export const deviceMaxLength = 1_000;
