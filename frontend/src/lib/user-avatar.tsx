import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { isRealId } from './follow-toggle.tsx';
import { useTexts } from './i18n.ts';
import { presenceChoiceQuery, presenceQuery } from './person-presence.ts';
import { useMe } from './session.ts';

interface UserAvatarProps extends ComponentProps<typeof Avatar> {
  /** Also on the viewer's own avatar, when others would see the dot. */
  own?: boolean;
}

/** An avatar with a dot while the person is known to be online and both sides share their presence. */
export function UserAvatar({ className, own = false, ...props }: UserAvatarProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const { id } = props.person;
  const isMe = me?.id === id;
  const presence = useQuery({ ...presenceQuery(id), enabled: me !== null && !isMe && isRealId(id) });
  const { data: choice } = useQuery({ ...presenceChoiceQuery, enabled: isMe && own });
  const online = isMe ? own && choice?.visible : presence.data && !presence.isError;
  const { size = 40 } = props;
  const large = size > 100;
  const dot = large ? 18 : Math.max(9, size * 0.24);
  return (
    <span className={`relative inline-grid shrink-0 ${className ?? ''}`}>
      <Avatar {...props} />
      {online && (
        <>
          <span
            data-online=""
            className={`absolute rounded-full bg-moss ring-2 ring-surface ${large ? 'right-1.5 bottom-1.5' : 'right-0 bottom-0'}`}
            style={{ width: dot, height: dot }}
          />
          <VisuallyHidden>{t('people.online')}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
