import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import type { Post } from './api.ts';
import { PostComments } from './comments.tsx';

/** The comments of the clip in view, and whether they are open. */
export interface ClipComments {
  open: boolean;
  /** Open over the clip, which then pauses: on a phone. */
  cover: boolean;
  toggle: () => void;
  close: () => void;
}

/** On a desktop they stay open from clip to clip, and the focus returns to the button that opened them. */
export function useClipComments(): ClipComments {
  const desk = useIsDesk();
  const [open, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  return {
    open,
    cover: open && !desk,
    toggle() {
      opener.current = document.activeElement;
      setOpen(!open);
    },
    close() {
      setOpen(false);
      if (desk && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}

/** The comments of a clip: beside it on a desktop, where it keeps playing, and over a part of it on a phone. */
export function ClipCommentsPanel({ post, comments }: { post: Post; comments: ClipComments }) {
  const { t } = useTexts('members');
  const titleId = useId();
  const desk = useIsDesk();
  const { open, close } = comments;
  const title = t('posts.comments', { count: post.counts.comments });
  if (!desk)
    return (
      <Sheet open={open} onClose={close} title={title} sharp>
        <PostComments post={post} />
      </Sheet>
    );
  if (!open) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu in it handles its own keys, and the page would be left.
    if (event.key !== 'Escape' || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.stopPropagation();
    close();
  };
  return (
    <aside
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="my-6 mr-6 flex min-h-0 flex-col rounded-xl bg-surface shadow-card"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 py-2.5 pr-3 pl-6">
        <h2 id={titleId} className="truncate font-bold text-title">
          {title}
        </h2>
        <IconButton label={t('ui.close')} tip="none" icon={<X />} onClick={close} />
      </header>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pb-6">
        <PostComments post={post} />
      </div>
    </aside>
  );
}
