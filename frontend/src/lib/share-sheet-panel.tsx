import { Copy, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { copyLink } from './copy-link.ts';
import { useTexts } from './i18n.ts';
import { logFailure } from './log-failure.ts';
import { mailHref, pasteTargets, type Shared, type ShareTarget, shareTargets } from './share-links.ts';

export interface ShareSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  shared: Shared;
  /** Who can open the link, where that is not everybody. */
  note?: ReactNode;
}

/** Ten ways to share a link, in the order of the specification (part 2, section 9). */
export function ShareSheetPanel({ open, onClose, title, shared, note }: ShareSheetProps) {
  const { t } = useTexts('members');
  return (
    <Sheet brief open={open} onClose={onClose} title={title}>
      <div className="grid grid-cols-1 gap-4 pt-1">
        {note && <p className="text-pretty text-fg-muted text-small">{note}</p>}
        <SharedLink url={shared.url} />
        <ul aria-label={t('share.apps')} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {shareTargets(shared).map(({ name, href }) => (
            <li key={name}>
              <ButtonLink wide to={href} target="_blank" rel="noopener noreferrer">
                {name}
              </ButtonLink>
            </li>
          ))}
          {pasteTargets.map((target) => (
            <li key={target.name}>
              <PasteButton target={target} url={shared.url} />
            </li>
          ))}
          <li>
            <ButtonLink wide to={mailHref(shared)}>
              {t('share.mail')}
            </ButtonLink>
          </li>
          {'share' in navigator && (
            <li className="col-span-full">
              <Button wide icon={<Share2 />} onClick={() => void shareByDevice(shared)}>
                {t('share.device')}
              </Button>
            </li>
          )}
        </ul>
        <p className="text-caption text-fg-faint">{t('share.paste')}</p>
      </div>
    </Sheet>
  );
}

/** The link as a text that can also be selected and copied by hand. */
function SharedLink({ url }: { url: string }) {
  const { t } = useTexts('members');
  return (
    <div className="flex items-center gap-2">
      <code className="min-w-0 grow select-all truncate rounded-sm bg-sunken px-3 py-2.5 text-caption">{url}</code>
      <IconButton
        label={t('posts.copyLink')}
        tip="top"
        icon={<Copy />}
        onClick={() => void copyLink(url, t('posts.linkCopied'))}
      />
    </div>
  );
}

function PasteButton({ target, url }: { target: ShareTarget; url: string }) {
  const { t } = useTexts('members');
  const copyAndOpen = async () => {
    await copyLink(url, t('posts.linkCopied'));
    // Afterwards: a page that has lost the focus may not write to the clipboard.
    window.open(target.href, '_blank', 'noopener');
  };
  return (
    <Button wide onClick={() => void copyAndOpen()}>
      {target.name}
    </Button>
  );
}

async function shareByDevice({ url, text }: Shared): Promise<void> {
  try {
    await navigator.share({ url, ...(text && { title: text, text }) });
  } catch (error) {
    // The user has closed the device's panel.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    logFailure('not shared by the device', error);
  }
}
