import { observable } from './observable.ts';

/** Whether the sheet is open that offers a visitor an account. */
export const joinOffered = observable(false);

/** Opens that sheet: for what only members can do, such as a reaction. */
export const offerToJoin = (): void => joinOffered.set(true);
