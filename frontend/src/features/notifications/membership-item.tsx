import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { type Notification, useRemoveNotification } from './api.ts';
import { ItemText } from './item-parts.tsx';
import { rowClass } from './section.tsx';

type MembershipChanged = Extract<Notification, { type: 'membership_changed' }>;

/**
 * A decision about the viewer's membership of a tribe, with the role of the moderator but no name. Opening it removes
 * it.
 */
export function MembershipItem({ notification: { id, seen, createdAt, data } }: { notification: MembershipChanged }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const remove = useRemoveNotification();
  const { tribeId, tribeName: tribe, change, until } = data;
  return (
    <li className="grid">
      <Link to={paths.tribe(tribeId)} onClick={() => remove.mutate(id)} className={rowClass}>
        <TribeGlyph id={tribeId} size={44} />
        <ItemText seen={seen} createdAt={createdAt}>
          <RichText
            text={t(`tribe.changed.${change}`, { tribe })}
            elements={{ tribe: <strong className="font-semibold" /> }}
          />
          {until && ` ${t('tribe.changedUntil', { date: format.dateTime(until) })}`}
        </ItemText>
      </Link>
    </li>
  );
}
