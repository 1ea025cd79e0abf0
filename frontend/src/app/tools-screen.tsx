import { Link } from 'react-router-dom';
import { AdminWaitingCount } from '../lib/admin-waiting.tsx';
import { useTexts } from '../lib/i18n.ts';
import { useMe } from '../lib/session.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { type ToolItem, toolItemsOf } from './shell/tool-items.tsx';

/** `/tools`: all pages outside the main navigation; admins have a section of their own. */
export function ToolsScreen() {
  const { t } = useTexts('tools', 'members');
  const me = useMe();
  const items = me ? toolItemsOf(me) : [];
  const admin = items.filter((item) => item.admin);
  return (
    <Page title={t('tools.title')} lead={t('tools.lead')}>
      {admin.length > 0 && (
        <>
          <h2 className="mb-3 font-bold text-title sm:mb-4">{t('tools.admin')}</h2>
          <Tiles items={admin} />
          <h2 className="mt-8 mb-3 font-bold text-title sm:mt-10 sm:mb-4">{t('tools.own')}</h2>
        </>
      )}
      <Tiles items={items.filter((item) => !item.admin)} />
    </Page>
  );
}

function Tiles({ items }: { items: ToolItem[] }) {
  const { t } = useTexts('tools', 'members');
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:gap-3 lg:grid-cols-3 lg:gap-4">
      {items.map(({ to, text, about, icon, waiting }) => (
        <Card
          as="li"
          lifts
          key={to}
          className="flex min-h-22 gap-1.5 p-3 max-[22rem]:px-2 max-sm:flex-col max-sm:justify-between sm:items-center sm:gap-4 sm:p-4 lg:p-5"
        >
          <span
            aria-hidden="true"
            className="grid shrink-0 text-ember-text sm:size-12 sm:place-items-center sm:rounded-md sm:bg-ember-soft [&>svg]:size-6"
          >
            {icon}
          </span>
          <span className="grid min-w-0 gap-0.5">
            <Link
              to={to}
              className="flex min-w-0 items-center gap-2 font-display font-semibold outline-none max-sm:text-small max-sm:leading-tight after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ember-text focus-visible:after:outline-offset-2"
            >
              <span className="wrap-anywhere min-w-0 hyphens-auto max-sm:line-clamp-2 sm:truncate">{t(text)}</span>
              {waiting && (
                // On a phone beside the icon: next to the name it would break a long word.
                <span className="max-sm:absolute max-sm:top-3 max-sm:right-3 sm:contents">
                  <AdminWaitingCount work={waiting} />
                </span>
              )}
            </Link>
            {about && <span className="text-pretty text-caption text-fg-muted max-sm:hidden">{t(about)}</span>}
          </span>
        </Card>
      ))}
    </ul>
  );
}
