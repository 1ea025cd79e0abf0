import { dayMs, hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import type { Picture } from './pictures.ts';

const spans: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs };

/** An action of one person at one time. */
export interface Act {
  /** Epoch milliseconds. */
  at: number;
  /** Identifies the act: idempotency key of its requests, and part of error messages. */
  name: string;
  play: () => Promise<void>;
  /** Pictures it uploads, so that they can be rendered ahead. */
  pictures?: readonly Picture[];
}

/** Parses a time: `-3d 09:12` is three days before today (UTC) at 9:12, `-95m` and `-4h` are spans before now. */
export function timeOf(when: string, now: Date): number {
  const onDay = /^-(\d+)d (\d\d):(\d\d)$/.exec(when);
  if (!onDay) return now.getTime() - spanOf(when.replace(/^-/, ''));
  const [days, hours, minutes] = onDay.slice(1).map(Number);
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  return midnight - (days ?? 0) * dayMs + (hours ?? 0) * hourMs + (minutes ?? 0) * minuteMs;
}

/** Returns the milliseconds of `40m`, `3h` or `2d`. */
export function spanOf(span: string): number {
  const parts = /^(\d+)([mhd])$/.exec(span);
  const unit = spans[parts?.[2] ?? ''];
  if (!parts || !unit) throw new Error(`'${span}' is no valid time span`);
  return Number(parts[1]) * unit;
}

/** Groups acts by time, in order. */
export function momentsOf(acts: readonly Act[]): Act[][] {
  const moments = new Map<number, Act[]>();
  for (const act of [...acts].sort((one, other) => one.at - other.at)) {
    moments.set(act.at, [...(moments.get(act.at) ?? []), act]);
  }
  return [...moments.values()];
}

export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Runs acts in any order, a few concurrently. Throws at the first that fails, with its name. */
export async function playConcurrently(acts: readonly Act[], atOnce: number): Promise<void> {
  const pending = [...acts];
  const player = async (): Promise<void> => {
    for (let act = pending.shift(); act; act = pending.shift()) await play(act);
  };
  await Promise.all(Array.from({ length: atOnce }, player));
}

async function play(act: Act): Promise<void> {
  try {
    await act.play();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The demo's story stopped at ${act.name}: ${why}`, { cause });
  }
}
