import { newAccountDayLimits, newAccountLimits } from '@limits/community';
import { useEffect, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { useFormat, useTexts } from './i18n.ts';
import { useMe } from './session.ts';

interface NewAccountNoteProps {
  /** The limited action on this screen. */
  about: keyof typeof newAccountLimits;
  className?: string;
}

/** A line for new accounts: their limits, and the end of these. Renders nothing for other accounts. */
export function NewAccountNote({ about, className }: NewAccountNoteProps) {
  const until = useLimitedUntil();
  return until === null ? null : <Line about={about} until={until} className={className} />;
}

function Line({ about, until, className }: NewAccountNoteProps & { until: number }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const at = new Date(until);
  const day = dayOf(at);
  const words = day === 'later' ? { date: format.dateTime(at) } : { time: format.time(at) };
  return (
    <p className={cx('text-pretty text-caption text-fg-muted', className)}>
      {t(`newAccount.${about}`, { ...limitsOf(about), until: t(`newAccount.${day}`, words) })}
    </p>
  );
}

/** The limits of an action per hour or text, and per day where there is one. */
function limitsOf(about: keyof typeof newAccountLimits): { most: number; day?: number } {
  const most = newAccountLimits[about];
  return about === 'posts' || about === 'comments' ? { most, day: newAccountDayLimits[about] } : { most };
}

/** The day as a relative name or a date. */
function dayOf(at: Date): 'today' | 'tomorrow' | 'later' {
  const today = new Date();
  if (at.toDateString() === today.toDateString()) return 'today';
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  return at.toDateString() === tomorrow.toDateString() ? 'tomorrow' : 'later';
}

/** The maximum delay of browser timers. */
const longestTimerMs = 2 ** 31 - 1;

/** Returns when the limits of the person's new account end; null when there are none, or once they have ended. */
function useLimitedUntil(): number | null {
  const me = useMe();
  const until = me?.limitedUntil && !me.emailVerified ? Date.parse(me.limitedUntil) : 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until <= now) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longestTimerMs, Math.max(0, until - Date.now())));
    return () => clearTimeout(timer);
  }, [until, now]);
  return until > now ? until : null;
}
