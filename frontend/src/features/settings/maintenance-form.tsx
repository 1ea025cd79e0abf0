import { maintenanceMessageMax } from '@limits/identity';
import { useState } from 'react';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useEditForm } from '../../lib/use-edit-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { type MaintenanceConfig, useSaveMaintenance } from './api.ts';

/** The message for visitors, its preview, and the switch that closes the site. */
export function MaintenanceForm({ saved }: { saved: MaintenanceConfig }) {
  const { t } = useTexts('settings');
  const draft = useEditForm('settings:maintenance', { message: saved.message });
  const { form, accept } = draft;
  const message = form.watch('message');
  const isChanged = form.formState.dirtyFields.message === true;
  const [isConfirming, setConfirming] = useState(false);
  const save = useSaveMaintenance();
  // Absent fields stay unchanged: saving a message does not undo a concurrent change of the switch.
  const submit = (enabled?: boolean) =>
    save.mutate(
      { ...(enabled !== undefined && { enabled }), ...(isChanged && { message }) },
      {
        onSuccess: () => toast(() => t(savedText(enabled))),
        onError: toastFailure,
        onScreen: {
          onSuccess: (now) => {
            accept({ message }, { message: now.message });
            setConfirming(false);
          },
        },
      },
    );
  return (
    <Card as="section" aria-labelledby="maintenance-state" className="grid gap-6 p-5 sm:p-6">
      <Head isOn={saved.enabled} />
      <DraftNote of={draft} />
      <Message message={message} onChange={(typed) => form.setValue('message', typed, { shouldDirty: true })} />
      <Actions
        isOn={saved.enabled}
        isChanged={isChanged}
        isTooLong={linesLength(message) > maintenanceMessageMax}
        isSaving={save.isPending && !isConfirming}
        onBegin={() => setConfirming(true)}
        onEnd={() => submit(false)}
        onSave={() => submit()}
      />
      <Confirm
        open={isConfirming}
        title={t('settings.maintenance.confirmTitle')}
        text={t('settings.maintenance.confirmText')}
        confirm={t('settings.maintenance.begin')}
        busy={save.isPending}
        onConfirm={() => submit(true)}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}

function Message({ message, onChange }: { message: string; onChange: (typed: string) => void }) {
  const { t } = useTexts('settings');
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Textarea
        label={t('settings.maintenance.message')}
        hint={t('settings.maintenance.messageHint')}
        value={message}
        limit={maintenanceMessageMax}
        counted
        rows={5}
        onChange={({ target }) => onChange(target.value)}
      />
      <Preview message={message} />
    </div>
  );
}

function Head({ isOn }: { isOn: boolean }) {
  const { t } = useTexts('settings');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="maintenance-state" className="font-bold text-title">
        {t('settings.maintenance.state')}
      </h2>
      <Pill tone={isOn ? 'honey' : 'moss'}>{t(isOn ? 'settings.maintenance.on' : 'settings.maintenance.off')}</Pill>
    </div>
  );
}

interface ActionsProps {
  isOn: boolean;
  isChanged: boolean;
  isTooLong: boolean;
  isSaving: boolean;
  onBegin: () => void;
  onEnd: () => void;
  onSave: () => void;
}

function Actions({ isOn, isChanged, isTooLong, isSaving, onBegin, onEnd, onSave }: ActionsProps) {
  const { t } = useTexts('settings');
  return (
    <div className="flex flex-wrap gap-3">
      {isOn ? (
        <Button variant="primary" disabled={isTooLong} loading={isSaving} onClick={onEnd}>
          {t('settings.maintenance.end')}
        </Button>
      ) : (
        <Button variant="danger" disabled={isTooLong} onClick={onBegin}>
          {t('settings.maintenance.begin')}
        </Button>
      )}
      <Button disabled={!isChanged || isTooLong} loading={isSaving} onClick={onSave}>
        {t('settings.maintenance.saveMessage')}
      </Button>
    </div>
  );
}

function savedText(enabled: boolean | undefined) {
  if (enabled === undefined) return 'settings.maintenance.saved';
  return enabled ? 'settings.maintenance.begun' : 'settings.maintenance.ended';
}

/** The visitors' view during maintenance. */
function Preview({ message }: { message: string }) {
  const { t } = useTexts('settings');
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-medium text-small">{t('settings.maintenance.preview')}</figcaption>
      <div className="grid min-h-40 place-items-center rounded-md bg-(image:--firelight) bg-ground p-5 shadow-card text-center">
        <div className="grid gap-2">
          <p className="font-display font-extrabold text-title">{t('shell.maintenance')}</p>
          <p className="prose-safe text-fg-muted text-small">{message.trim() || t('shell.maintenanceText')}</p>
        </div>
      </div>
    </figure>
  );
}
