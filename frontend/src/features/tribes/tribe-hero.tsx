import type { Tribe } from '@api/tribes';
import { homininiId, tagsOnHero } from '@limits/tribes';
import { Ellipsis, Lock, LogOut, MessagesSquare, Pencil, ShieldCheck, Sparkles, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useReplacePage } from '../../ui/overlay-history.ts';
import { Pill } from '../../ui/pill.tsx';
import { toast } from '../../ui/toast.tsx';
import { TribeCover } from '../../ui/tribe-cover.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { useDeleteTribe, useMembershipStep } from './api.ts';
import { EditTribe } from './edit-tribe.tsx';
import { JoinButton } from './join-button.tsx';

interface TribeHeroProps {
  tribe: Tribe;
  mayEdit: boolean;
  mayDelete: boolean;
}

/** Cover, sign, name, what kind of tribe it is, and what one can do about it. */
export function TribeHero({ tribe, mayEdit, mayDelete }: TribeHeroProps) {
  const { t } = useTexts();
  const format = useFormat();
  const active = tribe.membership?.status === 'active';
  return (
    <header>
      <TribeCover id={tribe.id} imageUrl={tribe.imageUrl} className="h-44 sm:h-64 lg:rounded-xl" />
      <div className="grid gap-4 px-4 sm:px-6 lg:px-0">
        <div className="flex items-end justify-between gap-4">
          <TribeGlyph id={tribe.id} size={88} className="-mt-11 relative ring-4 ring-ground lg:ml-6" />
          <div className="flex items-center gap-2 pt-3">
            {active && (
              <>
                <ButtonLink to={paths.chat(tribe.id)} size="sm" icon={<MessagesSquare />}>
                  {t('tribes.chat')}
                </ButtonLink>
                <ButtonLink to={paths.vibes(tribe.id)} size="sm" icon={<Sparkles />}>
                  <span className="max-[24rem]:sr-only">Vibes</span>
                </ButtonLink>
              </>
            )}
            <JoinButton tribe={tribe} />
            <TribeMenu tribe={tribe} mayEdit={mayEdit} mayDelete={mayDelete} />
          </div>
        </div>
        <div className="grid gap-3 lg:px-6">
          <h1 className="prose-safe font-extrabold text-heading">{tribe.name}</h1>
          <div className="flex flex-wrap items-center gap-2">
            <Pill icon={<Users aria-hidden="true" />}>
              {t('tribes.members', { count: tribe.membersCount, shown: format.number(tribe.membersCount) })}
            </Pill>
            {tribe.isPrivate && (
              <Pill tone="honey" icon={<Lock aria-hidden="true" />}>
                {t('tribes.private')}
              </Pill>
            )}
            {tribe.requiresApproval && <Pill icon={<ShieldCheck aria-hidden="true" />}>{t('tribes.moderated')}</Pill>}
            {tribe.tags.slice(0, tagsOnHero).map((tag) => (
              <Pill key={tag}>#{tag}</Pill>
            ))}
          </div>
          {tribe.description && <p className="prose-safe max-w-2xl text-fg-muted">{tribe.description}</p>}
        </div>
      </div>
    </header>
  );
}

function TribeMenu({ tribe, mayEdit, mayDelete }: TribeHeroProps) {
  const { t } = useTexts();
  const replacePage = useReplacePage();
  const [dialog, setDialog] = useState<'edit' | 'leave' | 'delete' | null>(null);
  const leave = useMembershipStep(tribe.id);
  const remove = useDeleteTribe(tribe.id);
  const ordinary = tribe.id !== homininiId;
  const mayLeave = ordinary && tribe.membership?.status === 'active' && tribe.membership.role !== 'owner';
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
  if (!mayEdit && !mayLeave) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t('tribes.more')} tip="none" icon={<Ellipsis />} />}>
        {mayEdit && (
          <MenuItem icon={<Pencil />} onSelect={() => setDialog('edit')}>
            {t('tribes.edit')}
          </MenuItem>
        )}
        {mayLeave && (
          <MenuItem icon={<LogOut />} danger onSelect={() => setDialog('leave')}>
            {t('tribes.leave')}
          </MenuItem>
        )}
        {mayDelete && ordinary && (
          <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog('delete')}>
            {t('tribes.delete')}
          </MenuItem>
        )}
      </Menu>
      {mayEdit && <EditTribe tribe={tribe} open={dialog === 'edit'} onClose={close} />}
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
