import type { Locator } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';

/** Resolves when the field contains exactly this text. */
export const untilFieldIs = (field: Locator, text: string): Promise<void> =>
  until(async () => (await field.inputValue()) === text, `the field contains ${text || 'nothing'}`);
