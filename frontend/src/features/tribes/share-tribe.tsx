import { homininiId } from '@limits/community';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ShareSheet } from '../../lib/share-sheet.ts';
import type { TribeCard } from './api.ts';

interface ShareTribeProps {
  tribe: Pick<TribeCard, 'id' | 'name' | 'isPrivate' | 'isInvisible'>;
  open: boolean;
  onClose: () => void;
}

/** Shares the link of a tribe, and the name of a public one. Visitors may read hominini at its own address. */
export function ShareTribe({ tribe, open, onClose }: ShareTribeProps) {
  const { t } = useTexts('members');
  const { id, name, isPrivate, isInvisible } = tribe;
  const path = id === homininiId ? paths.hominini : paths.tribe(id);
  const note = isInvisible ? t('tribes.shareInvisible') : isPrivate && t('tribes.sharePrivate');
  return (
    <ShareSheet
      open={open}
      onClose={onClose}
      title={t('tribes.shareTitle', { name })}
      shared={{ url: new URL(path, window.location.origin).href, text: isPrivate ? '' : name }}
      note={note}
    />
  );
}
