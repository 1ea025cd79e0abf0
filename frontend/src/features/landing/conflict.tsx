import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import type { LandingConflict } from './use-landing-save.ts';

/** Asks what to do with the draft after another admin has saved. */
export function Conflict({ isPending, isReloading, reload, overwrite }: LandingConflict) {
  const { t } = useTexts('landing');
  return (
    <div role="alert" className="grid gap-2 pt-2">
      <p className="font-semibold text-small">{t('landing.conflict.title')}</p>
      <p className="text-fg-muted text-small">{t('landing.conflict.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={isReloading} disabled={isPending} onClick={reload}>
          {t('landing.conflict.reload')}
        </Button>
        <Button size="sm" variant="danger" loading={isPending} disabled={isReloading} onClick={overwrite}>
          {t('landing.conflict.overwrite')}
        </Button>
      </div>
    </div>
  );
}
