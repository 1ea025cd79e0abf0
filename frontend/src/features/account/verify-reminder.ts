import { tab } from '../../lib/storage.ts';

const HIDDEN = 'unverifiedHidden';

/** Whether somebody said in this tab that they will prove this address another time. */
export const isReminderHidden = (email: string): boolean => tab.read(HIDDEN) === email;

export const hideReminder = (email: string): void => tab.write(HIDDEN, email);
