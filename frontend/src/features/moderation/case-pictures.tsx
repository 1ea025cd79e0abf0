import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LostPicture } from '../../ui/lost-picture.tsx';

export interface CasePicture {
  id: string;
  url: string;
  /** A tiny data URI. */
  lqip: string | null;
  lost?: boolean;
}

/** Only their blurred previews, which need no request, until they are asked for. */
export function CasePictures({ pictures }: { pictures: readonly CasePicture[] }) {
  const { t } = useTexts('moderation');
  const [shown, setShown] = useState(false);
  const stored = pictures.filter(({ lost }) => !lost);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        {pictures.map(({ id, url, lqip, lost }) => (
          <div key={id} className="h-44 min-w-32 max-w-full overflow-hidden rounded-md bg-sunken">
            {lost && <LostPicture className="size-full max-w-32" />}
            {!lost && (shown || lqip) && (
              <img
                src={shown ? url : (lqip ?? '')}
                alt=""
                className={cx('h-full max-w-full object-cover', !shown && 'min-w-32 scale-110 blur-lg')}
              />
            )}
          </div>
        ))}
      </div>
      {!shown && stored.length > 0 && (
        <Button size="sm" icon={<Eye />} className="justify-self-start" onClick={() => setShown(true)}>
          {t('moderation.showPictures', { count: stored.length })}
        </Button>
      )}
    </div>
  );
}
