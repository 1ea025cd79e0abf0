import { Copy, Download } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** The recovery codes, shown once: to copy or to save as a file. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTexts('account');
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(() => t('security.copied'), { tone: 'good' }),
      () => toast(() => t('ui.failed'), { tone: 'bad' }),
    );
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <div className="grid gap-5 pt-1">
      <p className="text-fg-muted text-small">{t('security.codesText')}</p>
      <ul
        aria-label={t('security.recoveryCodes')}
        className="tabular grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-sunken p-4 text-center font-medium"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t('security.copy')}
        </Button>
        <a
          href={file}
          download="tribus-codes.txt"
          className="pressable focus-ring inline-flex h-11 items-center gap-2 rounded-md bg-raised px-5 font-display font-semibold text-small shadow-card hover:bg-hover"
        >
          <Download aria-hidden="true" className="size-4.5" />
          {t('security.download')}
        </a>
      </div>
      <Button variant="primary" wide onClick={onDone}>
        {t('security.codesKept')}
      </Button>
    </div>
  );
}
