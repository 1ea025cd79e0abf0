import { adShownSeconds } from '@limits/identity';
import { useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { AdFrame } from '../../ui/ads/ad-frame.tsx';

/** The delay after the last key before the preview reloads. */
const pauseMs = 500;

/** A preview of the members' view, updated once typing pauses. */
export function AdsPreview({ html }: { html: string }) {
  const { t } = useTexts('settings', 'tools');
  const [shown, setShown] = useState(html);
  useEffect(() => {
    const timer = setTimeout(() => setShown(html), pauseMs);
    return () => clearTimeout(timer);
  }, [html]);
  return (
    <figure className="grid gap-2 lg:sticky lg:top-24">
      <figcaption className="font-medium text-small">{t('settings.ads.preview')}</figcaption>
      <div className="overflow-hidden rounded-lg bg-raised shadow-card">
        <p className="px-4 py-3 font-medium text-caption text-fg-muted">{t('ads.label')}</p>
        {shown ? (
          <AdFrame key={shown} title={t('ads.label')} html={shown} className="h-56" />
        ) : (
          <p className="grid h-56 place-items-center p-5 text-center text-fg-muted text-small">
            {t('settings.ads.previewEmpty')}
          </p>
        )}
      </div>
      <p className="text-caption text-fg-faint">{t('settings.ads.previewText', { seconds: adShownSeconds })}</p>
    </figure>
  );
}
