import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { canUsePasskeys } from './passkey-button.tsx';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms.tsx';
import { Provable } from './proof-fields.tsx';
import { type Passkey, passkeysQuery, type Security } from './security-api.ts';
import { SecurityRow, SecuritySection } from './security-section.tsx';

export function PasskeysSection({ security }: { security: Security }) {
  const { t } = useTexts('account');
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <SecuritySection
      icon={<KeyRound />}
      title={t('security.passkeys')}
      text={t(canUsePasskeys() ? 'security.passkeysText' : 'security.passkeysUnsupported')}
      actions={canUsePasskeys() && <Button onClick={() => setAdding(true)}>{t('security.addPasskey')}</Button>}
    >
      <PasskeyList security={security} />
      <Sheet open={adding} onClose={close} title={t('security.addPasskey')}>
        <Provable security={security}>
          <AddPasskey security={security} onDone={close} />
        </Provable>
      </Sheet>
    </SecuritySection>
  );
}

function PasskeyList({ security }: { security: Security }) {
  const { t } = useTexts('account');
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  if (error && !passkeys) return <ErrorState error={error} onRetry={() => void refetch()} className="py-4" />;
  if (!passkeys)
    return (
      <Loading>
        <Skeleton className="h-12" />
      </Loading>
    );
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="grid" aria-label={t('security.passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={setRenamed} onRemove={setRemoved} />
          ))}
        </ul>
      )}
      <Sheet open={renamed !== null} onClose={() => setRenamed(null)} title={t('security.renamePasskey')}>
        {renamed && <RenamePasskey passkey={renamed} onDone={() => setRenamed(null)} />}
      </Sheet>
      <Sheet open={removed !== null} onClose={() => setRemoved(null)} title={t('security.removePasskeyTitle')}>
        {removed && (
          <Provable security={security}>
            <RemovePasskey security={security} passkey={removed} onDone={() => setRemoved(null)} />
          </Provable>
        )}
      </Sheet>
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTexts('account');
  const format = useFormat();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <SecurityRow
      icon={<KeyRound />}
      title={name}
      actions={
        <>
          <IconButton
            size="sm"
            label={t('security.renameNamed', { name })}
            tip="none"
            icon={<Pencil />}
            onClick={() => onRename(passkey)}
          />
          <IconButton
            size="sm"
            label={t('security.removeNamed', { name })}
            tip="none"
            icon={<Trash2 />}
            onClick={() => onRemove(passkey)}
          />
        </>
      }
    >
      {t('security.addedAt', { date: format.date(createdAt) })} ·{' '}
      {lastUsedAt ? (
        <>
          {t('security.lastUsed')} <RelativeTime value={lastUsedAt} />
        </>
      ) : (
        t('security.neverUsed')
      )}
    </SecurityRow>
  );
}
