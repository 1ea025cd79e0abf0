import type { Context } from '@tribus/kit/core/context.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { startLoop } from '@tribus/kit/core/loop.ts';
import type { GetSiteResponse } from '@tribus/proto/identity/v1/service.ts';

const retryAfterSeconds = 30;

/**
 * The settings that every request depends on, a moment old at most. While identity is away the last known hold; until
 * it has answered once the site is open.
 */
export class MaintenanceWatch {
  #settings: GetSiteResponse | undefined;

  /** Asks every `everyMs`, so that no request waits for it. */
  watch(ctx: Context, ask: () => Promise<GetSiteResponse>, everyMs: number): this {
    const loop = startLoop(ctx, 'settings of the site', everyMs, async () => {
      this.#settings = await ask();
    });
    ctx.onStop('settings of the site', () => loop.stop());
    return this;
  }

  /** The 503 that people get during maintenance, with the admin's words when there are some. */
  get refusal(): AppError | undefined {
    if (!this.#settings?.maintenanceEnabled) return undefined;
    const message = this.#settings.maintenanceMessage;
    if (!message) return fail('maintenance', undefined, { retryAfter: retryAfterSeconds });
    const entry = { status: 503, es: message, en: message, zh: message } as const;
    return new AppError('maintenance', entry, { retryAfter: retryAfterSeconds });
  }
}
