import { secret } from '@tribus/kit/core/settings.ts';

/** Key of `Secrets`, for every service that stores secrets. */
export const settingsKey = secret('SETTINGS_KEY', {
  about: 'Keys that encrypt secrets of accounts and of the site, separated by spaces; the first encrypts, all decrypt.',
});
