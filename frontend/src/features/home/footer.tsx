import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';

/** The footer of the home page; `className` sets its width to that of the page. */
export function Footer({ className }: { className?: string }) {
  const { t } = useTexts();
  const links = [
    [paths.blog, t('pages.blog')],
    [paths.about, t('pages.about')],
    [paths.contact, t('pages.contact')],
    [paths.help, t('pages.help')],
    [paths.privacy, t('pages.privacy')],
    [paths.cookies, t('pages.cookies')],
    [paths.terms, t('pages.terms')],
    [paths.dataDeletion, t('pages.dataDeletion')],
  ] as const;
  return (
    <footer
      className={cx(
        'mx-auto flex w-full flex-wrap items-center justify-between gap-x-10 gap-y-5 py-10 text-fg-faint text-small',
        className,
      )}
    >
      <p>{t('home.footer')}</p>
      <nav>
        <ul className="-mx-2 flex flex-wrap gap-x-2">
          {links.map(([to, text]) => (
            <li key={to}>
              <Link to={to} className="focus-ring inline-block rounded-sm px-2 py-2 hover:text-fg">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
