/**
 * Header with the proofs of earlier logins: in requests those that the browser stored, in responses those to store. The
 * gateway converts it from and to a cookie.
 */
export const deviceHeader = 'x-tribus-device';
/** Header set by the gateway: a stable keyed hash of the client's network. */
export const networkHeader = 'x-tribus-network';
/** Header set by the browser: its time zone, as an IANA name. */
export const timeZoneHeader = 'x-time-zone';
/** Header, in both directions, that binds an OAuth sign-in to the browser that started it. */
export const oauthHeader = 'x-tribus-oauth';
/** Lifetime of a login proof and of the cookie with it, in days. */
export const deviceTtlDays = 180;
/** Maximum length of the device header in characters; a longer value is invalid. */
export const deviceMaxLength = 1_000;
