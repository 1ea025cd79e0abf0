import type { Context } from '@tribus/kit/runtime/context.ts';
import { currentRequest } from '@tribus/kit/runtime/request-context.ts';

/** A line of the audit log (trust.md, "Seen from outside"): who did or tried what, and in which request. */
export function audit(ctx: Context, what: string, facts: Record<string, unknown>): void {
  ctx.log.warn({ audit: what, requestId: currentRequest()?.requestId, ...facts }, 'audit');
}
