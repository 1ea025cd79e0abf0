import { X } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange } from './api.ts';

interface MutedItemsProps {
  items: readonly { key: string; name: string; remove: () => Promise<unknown> }[];
}

/** The muted items, each with a button that unmutes it. */
export function MutedItems({ items }: MutedItemsProps) {
  const { t } = useTexts('safety');
  const change = useChange();
  if (items.length === 0) return <p className="text-fg-muted text-small">{t('safety.none')}</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map(({ key, name, remove }) => (
        <li key={key} className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-1 pr-1 pl-4 text-small">
          <bdi className="truncate">{name}</bdi>
          <IconButton
            size="sm"
            label={t('safety.unmuteOne', { name })}
            icon={<X />}
            disabled={change.isPending}
            onClick={() =>
              change.mutate(remove, {
                onError: (error) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' }),
              })
            }
          />
        </li>
      ))}
    </ul>
  );
}
