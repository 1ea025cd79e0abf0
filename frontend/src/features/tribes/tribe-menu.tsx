import { Ellipsis, LayoutGrid, LogOut, Settings, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { MuteTribeItem } from '../../lib/mute-tribe-item.tsx';
import { paths } from '../../lib/paths.ts';
import { ReportItem } from '../../lib/report-item.tsx';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReplacePage } from '../../ui/use-replace-page.ts';
import { type Tribe, useMembershipStep } from './api.ts';
import { ShareTribe } from './share-tribe.tsx';

/** The menu of a tribe, mounted open: its parts, its settings, sharing it, and leaving it after a confirmation. */
export function TribeMenu({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const replacePage = useReplacePage();
  const [isLeaving, setLeaving] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const leave = useMembershipStep(tribe.id);
  const close = () => setLeaving(false);
  const takeLeave = () =>
    leave.mutate(
      { step: 'leave' },
      {
        onSuccess: () => toast(() => t('tribes.left', { name: tribe.name }), { tone: 'good' }),
        onError: toastFailure,
        onScreen: {
          onSuccess: () => {
            close();
            replacePage(paths.tribes);
          },
          onError: close,
        },
      },
    );
  return (
    <>
      <Menu defaultOpen trigger={<IconButton label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
        {tribe.canRead && (
          <MenuLink icon={<LayoutGrid />} to={paths.tribePanels(tribe.id)}>
            {t('tribe.panels')}
          </MenuLink>
        )}
        {tribe.canModerate && (
          <MenuLink icon={<Settings />} to={paths.tribePart(tribe.id, 'settings')}>
            {t('tribe.part.settings')}
          </MenuLink>
        )}
        <MenuItem icon={<Share2 />} onSelect={() => setSharing(true)}>
          {t('tribes.share')}
        </MenuItem>
        {tribe.membership?.status === 'active' && <MuteTribeItem tribe={tribe} />}
        {tribe.membership?.role !== 'owner' && <ReportItem target={{ kind: 'tribe', tribeId: tribe.id }} />}
        {tribe.canLeave && (
          <MenuItem icon={<LogOut />} danger onSelect={() => setLeaving(true)}>
            {t('tribes.leave')}
          </MenuItem>
        )}
      </Menu>
      <ShareTribe tribe={tribe} open={isSharing} onClose={() => setSharing(false)} />
      <Confirm
        open={isLeaving}
        onClose={close}
        title={t('tribes.leaveTitle', { name: tribe.name })}
        text={t('tribes.leaveText')}
        confirm={t('tribes.leave')}
        busy={leave.isPending}
        onConfirm={takeLeave}
      />
    </>
  );
}
