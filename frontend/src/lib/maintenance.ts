import { observable } from './observable.ts';
import { paths } from './paths.ts';

/** Whether the server refused a call for maintenance and has not reported its end since. */
export const refusedInMaintenance = observable(false);

/** Screens for admins to sign in, to reset passwords, and to recover a taken-over address. */
const OPEN_PATHS: string[] = [
  paths.login,
  paths.forgotPassword,
  paths.resetPassword,
  paths.authCallback,
  paths.undoEmail,
];

/** Whether a page stays available during maintenance. */
export const isOpenInMaintenance = (pathname: string): boolean => OPEN_PATHS.includes(pathname);
