import { observable } from './observable.ts';
import { paths } from './paths.ts';

/** Whether the server refused a call for maintenance and has not said since that it is over. */
export const refusedInMaintenance = observable(false);

/** Where admins sign in, passwords are reset, and an address that somebody else took is got back. */
const OPEN_PATHS: string[] = [
  paths.login,
  paths.forgotPassword,
  paths.resetPassword,
  paths.authCallback,
  paths.undoEmail,
];

/** Whether a page stays available during maintenance. */
export const isOpenInMaintenance = (pathname: string): boolean => OPEN_PATHS.includes(pathname);
