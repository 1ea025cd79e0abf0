import type { Context } from '@tribus/kit/core/context.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { startLoop } from '@tribus/kit/core/loop.ts';
import type { GetSiteResponse } from '@tribus/proto/identity/v1/service.ts';

const retryAfterSeconds = 30;

/**
 * Caches the site settings that every request depends on. While identity is unavailable the last known ones apply;
 * before its first response the site is open.
 */
export class MaintenanceWatch {
  #settings: GetSiteResponse | undefined;

  /** Refreshes every `everyMs`, so that requests do not wait. */
  watch(ctx: Context, fetch: () => Promise<GetSiteResponse>, everyMs: number): this {
    const loop = startLoop(ctx, 'settings of the site', everyMs, async () => {
      this.#settings = await fetch();
    });
    ctx.onStop('settings of the site', () => loop.stop());
    return this;
  }

  /** The 503 during maintenance, with the admin's message if there is one. */
  get refusal(): AppError | undefined {
    if (!this.#settings?.maintenanceEnabled) return undefined;
    const message = this.#settings.maintenanceMessage;
    if (!message) return fail('maintenance', undefined, { retryAfter: retryAfterSeconds });
    const entry = { status: 503, es: message, en: message, zh: message } as const;
    return new AppError('maintenance', entry, { retryAfter: retryAfterSeconds });
  }
}
