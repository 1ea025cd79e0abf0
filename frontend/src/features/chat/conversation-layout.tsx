import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type LinkedUser, UserLink } from '../../lib/user-link.tsx';
import { BackButton } from '../../ui/back-button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { tribeStyle } from '../../ui/tribe-glyph.tsx';
import { tribePattern } from '../../ui/tribe-pattern.ts';

interface ConversationLayoutProps {
  /** The tribe whose hue is used. */
  tribeId: number;
  title: string;
  /** The person in the title, which links to their profile. */
  person?: LinkedUser | undefined;
  /** Shown under the title. */
  subtitle?: ReactNode;
  face: ReactNode;
  /** The target of avatar and title; no link without it. */
  to?: string;
  /** The target of Back when this screen was opened by its address. */
  otherwise: string;
  /** At the end of the header. */
  menu?: ReactNode;
  children: ReactNode;
}

/** The layout of a conversation: its header, and the rest of the window for the messages. */
export function ConversationLayout({
  tribeId,
  title,
  person,
  subtitle,
  face,
  to,
  otherwise,
  menu,
  children,
}: ConversationLayoutProps) {
  useTitle(title);
  const names = (
    <>
      {face}
      <span className="grid min-w-0 leading-tight">
        <h1 className="truncate font-bold text-body leading-6">
          {person ? <UserLink person={person}>{title}</UserLink> : title}
        </h1>
        {subtitle && <span className="flex min-w-0 items-center gap-1.5 text-caption text-fg-muted">{subtitle}</span>}
      </span>
    </>
  );
  return (
    <div style={tribeStyle(tribePattern(tribeId))} className="tribe-hue mx-auto flex h-full w-full max-w-3xl flex-col">
      <header className="flex shrink-0 items-center gap-1 border-line border-b py-2 pr-2 pl-1.5 lg:px-4 lg:py-4">
        <BackButton iconOnly fallback={otherwise} />
        {to ? (
          <Link to={to} className="focus-ring flex min-w-0 items-center gap-3 rounded-md pr-2">
            {names}
          </Link>
        ) : (
          <div className="flex min-w-0 items-center gap-3">{names}</div>
        )}
        {menu && <span className="ml-auto">{menu}</span>}
      </header>
      {children}
    </div>
  );
}

/** The skeleton of a conversation. */
export function ConversationSkeleton() {
  return (
    <Loading className="flex min-h-0 grow flex-col justify-end gap-5 overflow-hidden px-4 py-4">
      <div className="flex items-end gap-2.5">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <div className="grid gap-1">
          <Skeleton className="h-11 w-56 rounded-lg" />
          <Skeleton className="h-16 w-64 rounded-lg" />
        </div>
      </div>
      <Skeleton className="h-11 w-48 self-end rounded-lg" />
      <div className="flex items-end gap-2.5">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-20 w-60 rounded-lg" />
      </div>
      <div className="grid justify-items-end gap-1">
        <Skeleton className="h-11 w-64 rounded-lg" />
        <Skeleton className="h-11 w-40 rounded-lg" />
      </div>
    </Loading>
  );
}
