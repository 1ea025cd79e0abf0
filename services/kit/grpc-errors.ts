import { Metadata, status as Status } from '@grpc/grpc-js';
import { AppError, asAppError, type ErrorEntry, fail } from './errors.ts';

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

/** An error as gRPC carries it: a status, and our code with its sentences beside it. */
export function toGrpcError(thrown: unknown): { code: Status; details: string; metadata: Metadata } {
  const error = asAppError(thrown);
  const metadata = new Metadata();
  const { code, entry, params, details, retryAfter } = error;
  metadata.set(detailKey, Buffer.from(JSON.stringify({ code, entry, params, details, retryAfter })));
  return { code: statusOf[error.status] ?? Status.UNKNOWN, details: code, metadata };
}

/** The error a peer answered with. One that is not ours is an outage (`unavailable`, `timeout`) or a fault. */
export function fromGrpcError(thrown: unknown): unknown {
  const { code, metadata } = (thrown ?? {}) as { code?: unknown; metadata?: unknown };
  const carried = metadata instanceof Metadata ? metadata.get(detailKey)[0] : undefined;
  if (carried instanceof Buffer) {
    const {
      code: ourCode,
      entry,
      params,
      details,
      retryAfter,
    } = JSON.parse(carried.toString()) as {
      code: string;
      entry: ErrorEntry;
      params: AppError['params'];
      details: AppError['details'];
      retryAfter?: number;
    };
    return new AppError(ourCode, entry, { params, details, cause: thrown, ...(retryAfter && { retryAfter }) });
  }
  if (code === Status.UNAVAILABLE) return fail('unavailable', undefined, { cause: thrown, retryAfter: 2 });
  if (code === Status.DEADLINE_EXCEEDED) return fail('timeout', undefined, { cause: thrown, retryAfter: 2 });
  return thrown;
}
