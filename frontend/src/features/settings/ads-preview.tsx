import { adShownSeconds } from '@limits/identity';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { AdFrame } from '../../ui/ads/ad-frame.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { type AdFault, readFault } from './ad-faults.ts';

/** The delay after the last key before the preview reloads. */
const pauseMs = 500;

/** A preview of the members' view, updated once typing pauses. */
export function AdsPreview({ html }: { html: string }) {
  const { t } = useTexts('settings', 'tools');
  const shown = useSettled(html, pauseMs);
  return (
    <figure className="grid gap-2 lg:sticky lg:top-24">
      <figcaption className="font-medium text-small">{t('settings.ads.preview')}</figcaption>
      <div className="overflow-hidden rounded-lg bg-raised shadow-card">
        <p className="px-4 py-3 font-medium text-caption text-fg-muted">{t('ads.label')}</p>
        {shown ? (
          <WatchedAd key={shown} html={shown} />
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

/** The ad in its frame, and the first fault that it reports. */
function WatchedAd({ html }: { html: string }) {
  const { t } = useTexts('settings', 'tools');
  const frame = useRef<HTMLIFrameElement>(null);
  const [fault, setFault] = useState<AdFault | null>(null);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) setFault((first) => first ?? readFault(data));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return (
    <>
      <AdFrame ref={frame} title={t('ads.label')} html={html} className="h-56" />
      <div className="p-3 has-[>:empty]:hidden">
        <FormError>
          {fault && (
            <span className="prose-safe">{t(`settings.ads.faults.${faultText(fault)}`, { text: fault.text })}</span>
          )}
        </FormError>
      </div>
    </>
  );
}

const faultText = ({ kind, text }: AdFault) => (text === '' ? 'hidden' : kind);
