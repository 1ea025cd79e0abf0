import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import type { Chat } from './api.ts';

const secondMs = 1_000;

/** Returns the seconds until a time of this device's clock, counted down; 0 when it is past. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / secondMs));
  useEffect(() => {
    if (time <= Date.now()) return setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (time <= Date.now()) clearInterval(timer);
    }, secondMs / 4);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}

/** The interval of slow mode, and how long the person still waits. */
export function SlowModeHint({ chat, wait }: { chat: Chat; wait: number }) {
  const { t } = useTexts('chat');
  if (chat.slowSeconds === 0) return null;
  const time = t(`chat.slow.${chat.slowSeconds}`);
  if (chat.canSetSlowMode) return <Line>{t('chat.slowForOthers', { time })}</Line>;
  return <Line>{wait > 0 ? t('chat.slowWait', { count: wait }) : t('chat.slowHint', { time })}</Line>;
}

function Line({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-1.5 px-1 text-caption text-fg-muted">
      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="tabular">{children}</span>
    </p>
  );
}
