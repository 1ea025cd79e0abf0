import type { ComponentProps } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import type { SessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';

interface AccountButtonProps extends ComponentProps<'button'> {
  me: SessionUser;
  named?: boolean | undefined;
}

/** The button that opens the account menu. */
export function AccountButton({ me, named, ...rest }: AccountButtonProps) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      {...rest}
      aria-label={t('shell.account', { name: me.name })}
      className={
        named
          ? 'focus-ring flex w-full min-w-0 shrink-0 items-center gap-3 rounded-md p-2 text-left hover:bg-hover'
          : 'pressable focus-ring grid size-11 place-items-center rounded-full'
      }
    >
      <Avatar person={me} size={36} />
      {named && <span className="truncate font-semibold text-small">{me.name}</span>}
    </button>
  );
}
