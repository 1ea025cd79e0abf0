import { Copy, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Invite, useRevokeInvite } from './api.ts';
import { copyInvite, inviteLink } from './invite-link.ts';
import { InviteUses } from './invite-uses.tsx';

interface InviteRowProps {
  tribeId: number;
  invite: Invite;
}

/** An invitation: its link, its expiry and limit, and the people who joined by it. */
export function InviteRow({ tribeId, invite }: InviteRowProps) {
  const { t } = useTexts('invites');
  const format = useFormat();
  const [showing, setShowing] = useState(false);
  const { uses, isOpen, expiresAt, createdAt, createdBy } = invite;
  return (
    <Card as="li" className="grid grid-cols-1 gap-3 p-4">
      <InviteCode invite={invite} />
      <p className="flex flex-wrap items-center gap-2 text-caption text-fg-muted">
        {!isOpen && <Pill tone="honey">{t('invites.over')}</Pill>}
        <span>
          {expiresAt ? t('invites.worksUntil', { date: format.dateTime(expiresAt) }) : t('invites.worksForEver')}
        </span>
        <span>
          {createdBy
            ? t('invites.madeBy', { name: createdBy.name, date: format.date(createdAt) })
            : t('invites.madeOn', { date: format.date(createdAt) })}
        </span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {uses === 0 ? (
          <p className="text-fg-muted text-small">{t('invites.nobodyYet')}</p>
        ) : (
          <Button size="sm" icon={<Users />} onClick={() => setShowing(true)}>
            <UseCount invite={invite} />
          </Button>
        )}
        <RevokeButton tribeId={tribeId} invite={invite} />
      </div>
      <Sheet open={showing} onClose={() => setShowing(false)} title={t('invites.whoCame')}>
        <InviteUses tribeId={tribeId} inviteId={invite.id} />
      </Sheet>
    </Card>
  );
}

function UseCount({ invite: { uses, maxUses } }: { invite: Invite }) {
  const { t } = useTexts('invites');
  const format = useFormat();
  const shown = format.number(uses);
  if (maxUses === null) return t('invites.came', { count: uses, shown });
  return t('invites.cameOf', { count: uses, shown, of: format.number(maxUses) });
}

/** The link to copy. One that was created under an older key of the site works, but cannot be shown again. */
function InviteCode({ invite: { code, isOpen } }: { invite: Invite }) {
  const { t } = useTexts('invites');
  if (code === null) return <p className="text-fg-muted text-small">{t('invites.notShown')}</p>;
  const copy = async () => {
    const copied = await copyInvite(code);
    toast(() => t(copied ? 'invites.copied' : 'invites.notCopied'), { tone: copied ? 'good' : 'bad' });
  };
  return (
    <div className="flex items-center gap-2">
      <code className="flex min-w-0 grow select-all rounded-sm bg-sunken px-3 py-2.5 text-caption">
        {/* All invitations have the same beginning, so it is the part that is truncated. */}
        <span className="min-w-0 truncate text-fg-faint">{inviteLink(code).slice(0, -code.length)}</span>
        <span className="shrink-0">{code}</span>
      </code>
      {isOpen && <IconButton label={t('invites.copy')} icon={<Copy />} onClick={() => void copy()} />}
    </div>
  );
}

function RevokeButton({ tribeId, invite }: InviteRowProps) {
  const { t } = useTexts('invites');
  const [confirming, setConfirming] = useState(false);
  const revoke = useRevokeInvite(tribeId);
  const close = () => setConfirming(false);
  const end = () =>
    revoke.mutate(invite.id, {
      onSuccess: () => toast(() => t('invites.revoked'), { tone: 'good' }),
      onError: (error) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }),
      onScreen: { onSettled: close },
    });
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => setConfirming(true)}>
        {t('invites.revoke')}
      </Button>
      <Confirm
        open={confirming}
        onClose={close}
        title={t('invites.revokeTitle')}
        text={t('invites.revokeText')}
        confirm={t('invites.revoke')}
        busy={revoke.isPending}
        onConfirm={end}
      />
    </>
  );
}
