import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import type { StorageSettings } from './api.ts';

/** The command to run on the host of media. */
const command = 'node main.ts move-objects';

/** The amount of files in other stores, and the command that moves them here. */
export function StorageElsewhere({ elsewhere: { objects, bytes } }: Pick<StorageSettings, 'elsewhere'>) {
  const { t } = useTexts('settings');
  const format = useFormat();
  const size = format.number(Math.ceil(bytes / 100_000) / 10);
  return (
    <Card as="section" aria-labelledby="storage-elsewhere" className="grid gap-3 p-5 sm:p-6">
      <h2 id="storage-elsewhere" className="font-bold text-title">
        {t('settings.storage.elsewhere')}
      </h2>
      {objects === 0 && <p className="text-fg-muted text-small">{t('settings.storage.elsewhereNone')}</p>}
      {objects > 0 && (
        <>
          <p className="tabular text-small">
            {t('settings.storage.elsewhereAmount', { count: objects, shown: format.number(objects), size })}
          </p>
          <p className="text-fg-muted text-small">{t('settings.storage.moveText')}</p>
          <code className="select-all [overflow-wrap:anywhere] rounded-md bg-sunken px-3 py-2 text-small">
            {command}
          </code>
        </>
      )}
    </Card>
  );
}
