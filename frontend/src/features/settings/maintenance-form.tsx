import { maintenanceMessageMax } from '@limits/identity';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
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
  const [message, setMessage] = useDraft(saved.message);
  const [isConfirming, setConfirming] = useState(false);
  const save = useSaveMaintenance();
  // Absent fields stay unchanged: saving a message does not undo a concurrent change of the switch.
  const submit = (enabled?: boolean) =>
    save.mutate(
      { ...(enabled !== undefined && { enabled }), ...(message !== saved.message && { message }) },
      {
        onSuccess: () => toast(t(savedText(enabled))),
        onError: (error) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }),
        onScreen: {
          onSuccess: () => {
            setMessage((typed) => (typed === message ? undefined : typed));
            setConfirming(false);
          },
        },
      },
    );
  return (
    <Card as="section" aria-labelledby="maintenance-state" className="grid gap-6 p-5 sm:p-6">
      <Head isOn={saved.enabled} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Textarea
          label={t('settings.maintenance.message')}
          hint={t('settings.maintenance.messageHint')}
          value={message}
          limit={maintenanceMessageMax}
          counted
          rows={5}
          onChange={({ target: { value } }) => setMessage(() => value)}
        />
        <Preview message={message} />
      </div>
      <Actions
        isOn={saved.enabled}
        isChanged={message !== saved.message}
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

type Edit = (typed: string | undefined) => string | undefined;

/**
 * A text that follows the saved one while it is unedited: what another admin saves is shown, and is not sent back as a
 * change of this form.
 */
function useDraft(saved: string): [text: string, edit: (edit: Edit) => void] {
  const [typed, setTyped] = useState<string>();
  const edit = (change: Edit) =>
    setTyped((before) => {
      const after = change(before);
      return after === saved ? undefined : after;
    });
  return [typed ?? saved, edit];
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
