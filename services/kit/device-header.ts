/**
 * The header in which the gateway hands a login what the browser kept of earlier ones, and in which the answer says
 * what it is to keep from now on. Only the gateway speaks of cookies.
 */
export const deviceHeader = 'x-tribus-device';
