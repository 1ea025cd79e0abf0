import { Metadata, status as Status } from '@grpc/grpc-js';
import { AppError, asAppError, codeOf, type ErrorEntry, fail } from '../core/errors.ts';

const detailKey = 'tribus-error-bin';

const statusOf: Record<number, Status> = {
  400: Status.INVALID_ARGUMENT,
  401: Status.UNAUTHENTICATED,
  403: Status.PERMISSION_DENIED,
  404: Status.NOT_FOUND,
  408: Status.CANCELLED,
  409: Status.FAILED_PRECONDITION,
  413: Status.RESOURCE_EXHAUSTED,
  415: Status.INVALID_ARGUMENT,
  429: Status.RESOURCE_EXHAUSTED,
  500: Status.INTERNAL,
  503: Status.UNAVAILABLE,
  504: Status.DEADLINE_EXCEEDED,
};

/** Converts an error for gRPC: a status, with our code and messages in the metadata. */
export function toGrpcError(thrown: unknown): { code: Status; details: string; metadata: Metadata } {
  const error = asAppError(thrown);
  const metadata = new Metadata();
  const { code, entry, params, details, retryAfter } = error;
  metadata.set(detailKey, Buffer.from(JSON.stringify({ code, entry, params, details, retryAfter })));
  return { code: statusOf[error.status] ?? Status.UNKNOWN, details: code, metadata };
}

/** Whether the error was sent by the peer itself. */
export const hasAppErrorPayload = (thrown: unknown): boolean => appErrorPayload(thrown) !== undefined;

/** Whether a call reached its deadline before the peer responded. */
export const hasTimedOut = (thrown: unknown): boolean =>
  codeOf(thrown) === Status.DEADLINE_EXCEEDED && !hasAppErrorPayload(thrown);

function appErrorPayload(thrown: unknown): Buffer | undefined {
  const { metadata } = (thrown ?? {}) as { metadata?: unknown };
  const payload = metadata instanceof Metadata ? metadata.get(detailKey)[0] : undefined;
  return payload instanceof Buffer ? payload : undefined;
}

/** Converts a gRPC error: returns the peer's AppError, `unavailable` for an outage, else the error itself. */
export function fromGrpcError(thrown: unknown): unknown {
  const payload = appErrorPayload(thrown);
  if (payload) {
    const {
      code: ourCode,
      entry,
      params,
      details,
      retryAfter,
    } = JSON.parse(payload.toString()) as {
      code: string;
      entry: ErrorEntry;
      params: AppError['params'];
      details: AppError['details'];
      retryAfter?: number;
    };
    return new AppError(ourCode, entry, { params, details, cause: thrown, ...(retryAfter && { retryAfter }) });
  }
  if (codeOf(thrown) === Status.UNAVAILABLE) return fail('unavailable', undefined, { cause: thrown });
  return thrown;
}
