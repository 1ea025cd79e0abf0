import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { UserActionLine } from '../../lib/user-action-line.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusOnRemoval } from '../../ui/focus.ts';
import { toast } from '../../ui/toast.tsx';
import { type ListedPerson, useChange } from './api.ts';

interface ListedUsersProps {
  people: readonly ListedPerson[];
  empty: string;
  /** The button's text, and its accessible name with the person's name. */
  action: (name: string) => { text: string; label: string };
  remove: (listed: ListedPerson) => Promise<unknown>;
}

const keyOf = ({ user, tribe }: ListedPerson): string => `${user.id} ${tribe?.id ?? ''}`;

/** Blocked or muted people, as the viewer sees them, each with an undo button. */
export function ListedUsers({ people, empty, action, remove }: ListedUsersProps) {
  const { t } = useTexts('safety');
  const format = useFormat();
  const change = useChange();
  const listProps = useFocusOnRemoval(people.map(keyOf));
  if (people.length === 0)
    return (
      <p {...listProps} tabIndex={-1} className="text-fg-muted text-small outline-none">
        {empty}
      </p>
    );
  return (
    <ul {...listProps} className="grid grid-cols-1 gap-2">
      {people.map((listed) => {
        const { user, tribe, createdAt } = listed;
        const date = format.date(createdAt);
        const { text, label } = action(user.name);
        return (
          <li key={keyOf(listed)}>
            <UserActionLine
              person={user}
              about={tribe ? t('safety.inTribe', { tribe: tribe.name, date }) : t('safety.since', { date })}
            >
              <Button
                size="sm"
                aria-label={label}
                disabled={change.isPending}
                onClick={() =>
                  change.mutate(() => remove(listed), {
                    onError: (error) => toast(() => messageOf(error, t('safety.failed')), { tone: 'bad' }),
                  })
                }
              >
                {text}
              </Button>
            </UserActionLine>
          </li>
        );
      })}
    </ul>
  );
}
