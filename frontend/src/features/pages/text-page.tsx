import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { type Language, useFormat, useTexts } from '../../lib/i18n.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import type { Block, TextContent, TextName } from './text.ts';

const CONTENTS: Record<Language, () => Promise<{ texts: Record<TextName, TextContent> }>> = {
  es: () => import('./texts/es.ts'),
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
};

const NAMES: Record<string, TextName> = {
  [paths.about]: 'about',
  [paths.help]: 'help',
  [paths.privacy]: 'privacy',
  [paths.cookies]: 'cookies',
  [paths.dataDeletion]: 'dataDeletion',
  [paths.terms]: 'terms',
};

/** A page of plain text, chosen by the path: about, help, and the legal texts. */
export function TextPage() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const { language, date } = useFormat();
  const name = NAMES[pathname.replace(/\/$/, '')] ?? 'about';
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.text(language),
    queryFn: async () => (await loadChunk(CONTENTS[language])).texts,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const content = data?.[name];

  return (
    <Page title={t(`pages.${name}`)} lead={content?.lead} width="reading">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!content && !error && (
        <Loading>
          <SkeletonText lines={8} />
        </Loading>
      )}
      {content && (
        <div className="grid gap-10">
          {content.sections.map(({ title, blocks, links = [] }) => (
            <section key={title} className="grid gap-3">
              <h2 className="font-bold text-title">{title}</h2>
              {blocks.map((block) => (
                <TextBlock key={typeof block === 'string' ? block : block[0]} block={block} />
              ))}
              {links.map(({ to, text }) => (
                <p key={to}>
                  <TextLink to={to} className="inline-block py-1">
                    {text}
                  </TextLink>
                </p>
              ))}
            </section>
          ))}
          {content.updated && (
            <p className="text-caption text-fg-faint">{t('pages.updated', { date: date(content.updated) })}</p>
          )}
          <p>
            <TextLink to={paths.contact} className="inline-block py-1">
              {t('pages.contact')}
            </TextLink>
          </p>
        </div>
      )}
    </Page>
  );
}

/** A paragraph, or a list of lines. */
function TextBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <p className="text-pretty text-fg-muted">{block}</p>;
  return (
    <ul className="grid list-disc gap-2 pl-5 text-fg-muted marker:text-ember">
      {block.map((line) => (
        <li key={line} className="text-pretty pl-1">
          {line}
        </li>
      ))}
    </ul>
  );
}
