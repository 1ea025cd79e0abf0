import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Tribe, TribeMember } from './api.ts';
import { MeasureForm } from './measure-form.tsx';
import { type Measure, useMeasure } from './member-api.ts';

/** The measures on a member: `officer` and `member` are the new roles. */
export type ActingKind = 'officer' | 'member' | 'restrict' | 'lift' | 'remove' | 'ban';

export interface Acting {
  kind: ActingKind;
  member: TribeMember;
}

interface MeasureDialogsProps {
  tribe: Tribe;
  /** Null while no dialog is open. */
  acting: Acting | null;
  onClose: () => void;
  /** Receives the focus when the row of the member is removed. */
  focusAfter: () => HTMLElement | null;
}

/** The dialogs of measures on a member: ask for reason and end, show the consequences, and apply the measure. */
export function MeasureDialogs({ tribe, acting, onClose, focusAfter }: MeasureDialogsProps) {
  const { t } = useTexts('membership');
  const [last, setLast] = useState(acting);
  if (acting && acting !== last) setLast(acting);
  const { carryOut, busy, failed, isRemoved, close } = useCarryOut(tribe, acting !== null, onClose);
  if (!last) return null;
  const { kind, member } = last;
  const { name } = member.user;
  const hasForm = kind === 'restrict' || kind === 'ban';
  const shared = {
    onClose: close,
    title: t(`membership.title.${kind}`, { name }),
    focusAfter: () => (isRemoved.current ? focusAfter() : null),
  };
  return (
    <>
      <Sheet {...shared} open={acting !== null && hasForm}>
        {hasForm && (
          <MeasureForm
            key={`${kind} ${member.user.id}`}
            draftName={`measure:${tribe.id}:${kind}:${member.user.id}`}
            kind={kind}
            name={name}
            busy={busy}
            failed={failed}
            onSubmit={(measure, markSent) => carryOut(last, measure, markSent)}
          />
        )}
      </Sheet>
      <Confirm
        {...shared}
        open={acting !== null && !hasForm}
        text={t(`membership.lost.${kind}`)}
        error={failed}
        confirm={t(`membership.act.${kind}`)}
        isHarmless={kind === 'officer' || kind === 'lift'}
        busy={busy}
        onConfirm={() => {
          if (kind === 'lift' || kind === 'remove') carryOut(last, { kind });
          if (kind === 'officer' || kind === 'member') carryOut(last, { kind: 'role', role: kind });
        }}
      />
    </>
  );
}

/**
 * Applies the measure, closes the dialog and shows a toast; a failure is shown in the dialog, or once it is closed in a
 * toast.
 */
function useCarryOut(tribe: Tribe, open: boolean, onClose: () => void) {
  const { t } = useTexts('membership');
  const measure = useMeasure(tribe);
  const isOpen = useRef(open);
  const isRemoved = useRef(false);
  useEffect(() => {
    isOpen.current = open;
    if (open) isRemoved.current = false;
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  const carryOut = ({ kind, member }: Acting, decided: Measure, markSent?: () => void): void => {
    const { name } = member.user;
    measure.mutate(
      { member, measure: decided },
      {
        onSuccess: () => {
          markSent?.();
          toast(() => t(`membership.done.${kind}`, { name }), { tone: 'good' });
        },
        onError: (error) => {
          if (!isOpen.current) toastFailure(error);
        },
        onScreen: {
          onSuccess: () => {
            isRemoved.current = kind === 'remove' || kind === 'ban';
            onClose();
          },
        },
      },
    );
  };
  return {
    carryOut,
    busy: measure.isPending,
    failed: measure.error && messageOf(measure.error, t('ui.error')),
    /** The measure removes the member from the list. */
    isRemoved,
    close: () => {
      onClose();
      if (!measure.isPending) measure.reset();
    },
  };
}
