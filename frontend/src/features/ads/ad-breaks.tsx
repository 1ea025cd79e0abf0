import { adShownSeconds } from '@limits/identity';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Answer } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { readJson, tab } from '../../lib/storage.ts';
import { AdFrame } from '../../ui/ads/ad-frame.tsx';
import { adHtml } from '../../ui/ads/ad-html.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const KEY = 'ads';

/** The number of ads shown in the session, and the start of the wait for the next one (epoch milliseconds). */
interface Seen {
  shows: number;
  since: number;
}

function readSeen(): Seen {
  const stored = readJson(tab, KEY);
  if (typeof stored === 'object' && stored !== null && 'shows' in stored && 'since' in stored) {
    const { shows, since } = stored;
    if (typeof shows === 'number' && typeof since === 'number') return { shows, since };
  }
  return { shows: 0, since: Date.now() };
}

interface AdBreaksProps {
  config: Answer<'get', '/admin/ads-config'>;
  /** This screen shows no ads; an open one closes. */
  isQuiet: boolean;
}

/** Shows an ad at intervals, a few times a session; each closes by itself or by its button. */
export function AdBreaks({ config, isQuiet }: AdBreaksProps) {
  const { maxShowsPerSession, intervalSec } = config;
  const [seen, setSeen] = useState(readSeen);
  const [isShown, setShown] = useState(false);
  useEffect(() => tab.write(KEY, JSON.stringify(seen)), [seen]);

  useEffect(() => {
    if (isShown || isQuiet || seen.shows >= maxShowsPerSession) return;
    const show = () => {
      if (document.hidden) return;
      setSeen({ shows: seen.shows + 1, since: Date.now() });
      setShown(true);
    };
    const timer = setTimeout(show, Math.max(0, seen.since + intervalSec * 1_000 - Date.now()));
    const onVisible = () => {
      if (Date.now() >= seen.since + intervalSec * 1_000) show();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isShown, isQuiet, seen, maxShowsPerSession, intervalSec]);

  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), adShownSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [isShown]);

  if (!isShown || isQuiet) return null;
  return <Banner html={adHtml(config)} onClose={() => setShown(false)} />;
}

function Banner({ html, onClose }: { html: string; onClose: () => void }) {
  const { t } = useTexts('tools');
  return (
    <aside
      aria-label={t('ads.label')}
      className="fixed right-4 bottom-24 z-40 w-[min(22rem,calc(100vw-2rem))] animate-rise overflow-hidden rounded-lg bg-raised shadow-float lg:right-6 lg:bottom-6"
    >
      <header className="flex items-center justify-between gap-3 pr-1 pl-4">
        <p className="font-medium text-caption text-fg-muted">{t('ads.label')}</p>
        <IconButton label={t('ads.close')} icon={<X aria-hidden="true" />} tip="none" onClick={onClose} />
      </header>
      <AdFrame title={t('ads.label')} html={html} className="h-56" />
    </aside>
  );
}
