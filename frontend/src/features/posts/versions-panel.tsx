import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SheetPanel } from '../../ui/sheet-panel.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import type { Post } from './api.ts';
import { versionsQuery } from './edit-api.ts';

export interface VersionsPanelProps {
  open: boolean;
  onClose: () => void;
  post: Post;
}

/** The text of a post and those before its edits, the newest first. */
export function VersionsPanel({ open, onClose, post }: VersionsPanelProps) {
  const { t } = useTexts('versions');
  const { content, createdAt, editedAt, editedByModerator } = post;
  const present = { content, writtenAt: editedAt ?? createdAt, byModerator: editedByModerator, closed: false };
  return (
    <SheetPanel open={open} onClose={onClose} title={t('versions.title')}>
      <section
        aria-label={t('versions.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="focus-ring rounded-md"
      >
        <ol className="grid grid-cols-1 gap-4 pt-1">
          <Version label={t('versions.present')} version={present} author={post.user.name} />
          <EarlierVersions post={post} />
        </ol>
      </section>
    </SheetPanel>
  );
}

function EarlierVersions({ post }: { post: Post }) {
  const { t } = useTexts('versions');
  const { items, query } = usePagedQuery(versionsQuery(post.tribeId, post.id));
  if (query.isPending)
    return (
      <li>
        <Loading className="grid gap-6 py-2">
          <SkeletonText lines={3} />
          <SkeletonText lines={2} />
        </Loading>
      </li>
    );
  if (query.isError && items.length === 0)
    return (
      <li>
        <ErrorState
          error={query.error}
          fallback={t('versions.failed')}
          onRetry={() => void query.refetch()}
          className="py-4"
        />
      </li>
    );
  if (items.length === 0) return <li className="text-fg-muted text-small">{t('versions.none')}</li>;
  return (
    <>
      {items.map((version) => (
        <Version key={version.number} version={version} author={post.user.name} />
      ))}
      {query.hasNextPage && (
        <li>
          <LoadMore query={query} />
        </li>
      )}
    </>
  );
}

interface VersionProps {
  version: { content: string; writtenAt: string; byModerator: boolean; closed: boolean };
  /** The name of the author of the post. */
  author: string;
  label?: string;
}

function Version({ version: { content, writtenAt, byModerator, closed }, author, label }: VersionProps) {
  const { t } = useTexts('versions');
  return (
    <li className="grid grid-cols-1 gap-1.5 rounded-md bg-sunken p-4">
      <p className="text-caption text-fg-faint">
        {label && <span className="font-semibold text-fg-muted">{`${label} · `}</span>}
        <bdi>{byModerator ? t('versions.byModerator') : author}</bdi>
        {' · '}
        <RelativeTime value={writtenAt} />
      </p>
      {content === '' ? (
        <p className="text-fg-muted text-small">{t('versions.noText')}</p>
      ) : (
        <p className="prose-safe text-body">{content}</p>
      )}
      {closed && <p className="text-caption text-fg-muted">{t('versions.closed')}</p>}
    </li>
  );
}
