import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { type FormDraft, useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { meQuery } from '../../lib/shared-queries.ts';
import { Button } from '../../ui/button.tsx';
import { useCloseOnBack } from '../../ui/close-on-back.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useCloseModal } from '../../ui/modal-link.tsx';
import { readOverlays } from '../../ui/overlay-history.ts';
import { useTitle } from '../../ui/page.tsx';
import { SheetPanel } from '../../ui/sheet-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { AvatarEditor } from './avatar-editor.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { buildPreview, type Draft, draftOf, findChanges } from './draft.ts';
import { useSaveProfile } from './edit-api.ts';
import { MyTribes } from './my-tribes.tsx';
import { PhotoEditor } from './photo-editor.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProfileAside } from './profile-aside.tsx';
import { FormSection, isComplete, ProfileForm } from './profile-form.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { useOwnFacts } from './use-own-facts.ts';

/** `/(modal)/edit-profile`: the form of the viewer's profile, or a preview as others would see it. */
export function EditProfileModal() {
  const me = useMe();
  // The user stored on this device may be outdated.
  const fresh = useQuery(meQuery);
  if (!me || !fresh.data) return null;
  return <EditProfile me={{ ...me, ...fresh.data }} />;
}

function EditProfile({ me }: { me: SessionUser }) {
  const { t } = useTexts('profile');
  useTitle(t('profile.edit'), true);
  const [open, setOpen] = useState(true);
  const closed = useLeaveWhenClosed();
  const [mode, setMode] = useState<'edit' | 'preview'>('edit');
  const { form, draft, changes, isDirty } = useProfileDraft(me);
  const save = useSaveProfile();
  const [isConfirming, setConfirming] = useConfirmOnBack(open && isDirty);
  const noteSaved = (saved: SessionUser): boolean => {
    toast(() => t('profile.saved'), { tone: 'good' });
    return form.markSaved(draftOf(saved));
  };
  const submit = () =>
    save.mutate(changes, {
      ...closeWhenSaved(noteSaved, () => setOpen(false)),
      offScreen: { onError: (error) => toast(() => messageOf(error, t('profile.saveFailed')), { tone: 'bad' }) },
    });
  const editor = <Editor me={me} form={form} />;
  const tabs = [
    // An upload and a chosen picture stay while the preview is open.
    { value: 'edit', label: t('profile.modeEdit'), content: editor, keepMounted: true },
    { value: 'preview', label: t('profile.modePreview'), content: <Preview me={me} draft={draft} /> },
  ] as const;
  return (
    <SheetPanel
      routed
      open={open}
      title={t('profile.edit')}
      onClose={() => (isDirty ? setConfirming(true) : setOpen(false))}
      onClosed={closed}
      footer={<SaveBar save={save} disabled={!isDirty || !isComplete(draft)} onSave={submit} />}
    >
      <Tabs label={t('profile.mode')} tabs={tabs} value={mode} onChange={setMode} />
      <LeaveConfirm
        open={isConfirming}
        onStay={() => setConfirming(false)}
        onLeave={() => {
          setConfirming(false);
          form.discard();
          setOpen(false);
        }}
      />
    </SheetPanel>
  );
}

/** The edited values, stored on this device until they are saved, and which of them are unsaved. */
function useProfileDraft(me: SessionUser) {
  const form = useFormDraft('profile', draftOf(me));
  const [draft] = form.draft;
  const changes = findChanges(form.initial, draft);
  return { form, draft, changes, isDirty: Object.keys(changes).length > 0 };
}

/** Confirms losing changes. The form handles Back, for both. */
function LeaveConfirm({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) {
  const { t } = useTexts('profile');
  return (
    <Confirm
      open={open}
      closesOnBack={false}
      title={t('profile.leaveTitle')}
      text={t('profile.leaveText')}
      confirm={t('profile.leave')}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}

/** Whether the confirmation is open: with unsaved changes, Back opens it, and closes it again. */
function useConfirmOnBack(atRisk: boolean) {
  const state = useState(false);
  const [, setConfirming] = state;
  useCloseOnBack(atRisk, () => setConfirming((before) => !before), { persists: true });
  return state;
}

/** Leaves the modal's address once the sheet is closed and the overlays above it have left the history. */
function useLeaveWhenClosed(): () => void {
  const leave = useCloseModal(paths.profile);
  const isBare = readOverlays(useLocation().state).length === 0;
  const [closed, setClosed] = useState(false);
  const leaves = closed && isBare;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves once
  useEffect(() => {
    if (leaves) leave();
  }, [leaves]);
  return () => setClosed(true);
}

interface SaveBarProps {
  save: ReturnType<typeof useSaveProfile>;
  disabled: boolean;
  onSave: () => void;
}

function SaveBar({ save, disabled, onSave }: SaveBarProps) {
  const { t } = useTexts('profile');
  return (
    <div className="grid grid-cols-1 gap-3">
      {save.isError && <FormError>{messageOf(save.error, t('profile.saveFailed'))}</FormError>}
      <Button variant="primary" wide loading={save.isPending} disabled={disabled} onClick={onSave}>
        {t('profile.save')}
      </Button>
    </div>
  );
}

function Editor({ me, form }: { me: SessionUser; form: FormDraft<Draft> }) {
  const { t } = useTexts('profile');
  const [draft, change] = form.draft;
  return (
    <div className="grid grid-cols-1 gap-8">
      <DraftNote of={form} />
      <FormSection title={t('profile.sections.face')}>
        <AvatarEditor me={me} />
      </FormSection>
      <FormSection title={t('profile.photos')}>
        <PhotoEditor me={me} />
      </FormSection>
      <ProfileForm draft={draft} onChange={(by) => change((before) => ({ ...before, ...by }))} />
      <FormSection title={t('profile.myTribes')}>
        <MyTribes />
      </FormSection>
      <DeleteAccount />
    </div>
  );
}

function Preview({ me, draft }: { me: SessionUser; draft: Draft }) {
  const { t } = useTexts('profile');
  const shown = buildPreview(me, draft, useOwnFacts(me.id));
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-fg-faint text-small">{t('profile.previewHint')}</p>
      <ProfileHeader profile={shown} heading="h2" />
      {shown.photos && shown.photos.length > 0 && <PhotoGallery photos={shown.photos} name={shown.name} />}
      <ProfileAside profile={shown} title={t('profile.aboutTitle', { name: shown.name })} />
    </div>
  );
}
