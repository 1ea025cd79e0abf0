import { useCallback, useEffect, useState } from 'react';

/** At most one mail a minute is sent to an address (decisions.md 2). */
export const MAIL_PAUSE_SECONDS = 60;

/** Returns the seconds until the next action is allowed, and a function that starts the countdown. */
export function useCooldown(seconds: number, startAtOnce = false): [left: number, start: () => void] {
  const [until, setUntil] = useState(() => (startAtOnce ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [left]);

  const start = useCallback(() => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  }, [seconds]);
  return [left, start];
}
