import { secret } from '@tribus/kit/core/settings.ts';

/** For `Secrets`, in every service that keeps some. */
export const settingsKey = secret('SETTINGS_KEY', {
  about:
    'What secrets of accounts and of the site are encrypted with; of several, with spaces between, the first encrypts.',
});
