import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { isSecondPress } from '../ui/single-press.ts';
import { copyLink } from './copy-link.ts';
import { useTexts } from './i18n.ts';
import { logFailure } from './log-failure.ts';
import { deviceIcon, mailIcon, shareIcons } from './share-icons.tsx';
import { mailHref, pasteTargets, type Shared, type ShareTarget, shareTargets } from './share-links.ts';

export interface ShareSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  shared: Shared;
  /** Names the people who can open the link; absent when everybody can. */
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
        <ul aria-label={t('share.apps')} className="grid grid-cols-4 gap-x-2 gap-y-3">
          {shareTargets(shared).map(({ name, href }) => (
            <li key={name}>
              <Link to={href} target="_blank" rel="noopener noreferrer" className={targetClass}>
                <TargetFace icon={shareIcons[name]} name={name} />
              </Link>
            </li>
          ))}
          {pasteTargets.map((target) => (
            <li key={target.name}>
              <PasteButton target={target} url={shared.url} />
            </li>
          ))}
          <li>
            <Link to={mailHref(shared)} className={targetClass}>
              <TargetFace icon={mailIcon} name={t('share.mail')} />
            </Link>
          </li>
          {'share' in navigator && (
            <li className="col-span-full">
              <Button wide icon={deviceIcon} onClick={() => void shareByDevice(shared)}>
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

/** The link, as a text that can also be selected and copied by hand, and the button that copies it. */
function SharedLink({ url }: { url: string }) {
  const { t } = useTexts('members');
  return (
    <div className="grid grid-cols-1 gap-2">
      <code className="min-w-0 select-all truncate rounded-sm bg-sunken px-3 py-2.5 text-caption">{url}</code>
      <Button
        wide
        variant="primary"
        icon={<Copy />}
        className="h-12!"
        onClick={() => void copyLink(url, () => t('posts.linkCopied'))}
      >
        {t('posts.copyLink')}
      </Button>
    </div>
  );
}

const targetClass =
  'focus-ring group grid w-full grid-cols-1 justify-items-center gap-1.5 rounded-md text-center text-caption';

/** A round sign with its name below. */
const TargetFace = ({ icon, name }: { icon: ReactNode; name: string }) => (
  <>
    <span
      aria-hidden="true"
      className="grid size-14 place-items-center rounded-full bg-raised shadow-button group-hover:bg-hover [&_svg]:size-6"
    >
      {icon}
    </span>
    <span className="max-w-full truncate">{name}</span>
  </>
);

function PasteButton({ target, url }: { target: ShareTarget; url: string }) {
  const { t } = useTexts('members');
  const copyAndOpen = async () => {
    await copyLink(url, () => t('posts.linkCopied'));
    // Afterwards: a page that has lost the focus may not write to the clipboard.
    window.open(target.href, '_blank', 'noopener');
  };
  return (
    <button
      type="button"
      className={targetClass}
      onClick={(event) => {
        if (!isSecondPress(event)) void copyAndOpen();
      }}
    >
      <TargetFace icon={shareIcons[target.name]} name={target.name} />
    </button>
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
