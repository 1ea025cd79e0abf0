import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type AdminUser, useChangeUser } from './api.ts';

/** A user's avatar, which an admin can remove after a confirmation. */
export function UserPicture({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin');
  const [confirming, setConfirming] = useState(false);
  const change = useChangeUser(user.id);
  const remove = () =>
    change.mutate(
      { avatarUrl: null },
      {
        onSuccess: () => toast(() => t('admin.pictureRemoved'), { tone: 'good' }),
        onError: toastFailure,
        onScreen: { onSettled: () => setConfirming(false) },
      },
    );
  return (
    <div className="flex items-center gap-4">
      <UserLink person={user} label={user.name} className="rounded-full">
        <Avatar person={user} size={64} className="align-top" />
      </UserLink>
      {user.avatarUrl && (
        <Button size="sm" onClick={() => setConfirming(true)}>
          {t('admin.removePicture')}
        </Button>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('admin.removePictureTitle')}
        text={t('admin.removePictureText', { name: user.name })}
        confirm={t('admin.removePicture')}
        onConfirm={remove}
        busy={change.isPending}
      />
    </div>
  );
}
