import { tab } from '../../lib/storage.ts';

const HIDDEN = 'unverifiedHidden';

/** Whether the person dismissed the reminder in this tab. */
export const isReminderHidden = (email: string): boolean => tab.read(HIDDEN) === email;

export const hideReminder = (email: string): void => tab.write(HIDDEN, email);
