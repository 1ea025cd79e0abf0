import { Ellipsis, LogOut, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useReplacePage } from '../../ui/overlay-history.ts';
import { toast } from '../../ui/toast.tsx';
import { type Tribe, useDeleteTribe, useMembershipStep } from './api.ts';
import { EditTribe } from './edit-tribe.tsx';

/** The menu of a tribe, mounted open: editing, leaving, deleting, with their dialogs. */
export function TribeMenu({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  const replacePage = useReplacePage();
  const [dialog, setDialog] = useState<'edit' | 'leave' | 'delete' | null>(null);
  const leave = useMembershipStep(tribe.id);
  const remove = useDeleteTribe(tribe.id);
  const close = () => setDialog(null);
  const away = (words: string) => {
    close();
    toast(words, { tone: 'good' });
    replacePage(paths.tribes);
  };
  const failed = (error: unknown) => {
    close();
    toast(messageOf(error, t('ui.error')), { tone: 'bad' });
  };
  return (
    <>
      <Menu defaultOpen trigger={<IconButton label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
        {tribe.canModerate && (
          <MenuItem icon={<Pencil />} onSelect={() => setDialog('edit')}>
            {t('tribes.edit')}
          </MenuItem>
        )}
        {tribe.canLeave && (
          <MenuItem icon={<LogOut />} danger onSelect={() => setDialog('leave')}>
            {t('tribes.leave')}
          </MenuItem>
        )}
        {tribe.canDelete && (
          <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog('delete')}>
            {t('tribes.delete')}
          </MenuItem>
        )}
      </Menu>
      {tribe.canModerate && <EditTribe tribe={tribe} open={dialog === 'edit'} onClose={close} />}
      <Confirm
        open={dialog === 'leave'}
        onClose={close}
        title={t('tribes.leaveTitle', { name: tribe.name })}
        text={t('tribes.leaveText')}
        confirm={t('tribes.leave')}
        busy={leave.isPending}
        onConfirm={() =>
          leave.mutate('leave', { onSuccess: () => away(t('tribes.left', { name: tribe.name })), onError: failed })
        }
      />
      <Confirm
        open={dialog === 'delete'}
        onClose={close}
        title={t('tribes.deleteTitle', { name: tribe.name })}
        text={t('tribes.deleteText', { count: tribe.membersCount })}
        confirm={t('tribes.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => away(t('tribes.deleted', { name: tribe.name })),
            onError: failed,
          })
        }
      />
    </>
  );
}
