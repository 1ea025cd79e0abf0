import { videoUrlsMax } from '@limits/content';
import { findSiteVideo, normaliseVideoUrl, splitVideoUrls } from '@video-links/content';
import { ExternalLink, Play, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { Button } from '../../ui/button.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { useFocusOnNext } from '../../ui/focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import type { CreateFields, CreateKind } from './fields.ts';

interface LinkFieldsProps {
  kind: CreateKind;
  fields: Pick<CreateFields, 'videoUrls' | 'linkText'>;
  onChange: (change: Partial<CreateFields>) => void;
  /** A clip that has its video. */
  isComplete: boolean;
}

/**
 * The external videos of a post or a clip: added one after another, reordered and removed. A clip with its video has no
 * field for another, unless there is text in it.
 */
export function LinkFields({ kind, fields, onChange, isComplete }: LinkFieldsProps) {
  const { t } = useTexts('video');
  const { videoUrls } = fields;
  const hasInput = !isComplete || fields.linkText.trim() !== '';
  const part = useFocusOnNext<HTMLDivElement>(String(hasInput));
  if (!hasInput && videoUrls.length === 0) return null;
  return (
    <div ref={part} className="grid grid-cols-1 gap-3">
      {hasInput && <LinkInput max={kind === 'reel' ? 1 : videoUrlsMax} fields={fields} onChange={onChange} />}
      {videoUrls.length > 0 && (
        <>
          <DragList
            label={t('video.links')}
            items={videoUrls}
            itemId={(url) => url}
            itemName={(url) => new URL(url).host}
            onReorder={(urls) => onChange({ videoUrls: urls })}
          >
            {(url) => (
              <LinkLine url={url} onRemove={() => onChange({ videoUrls: videoUrls.filter((each) => each !== url) })} />
            )}
          </DragList>
          <NewAccountNote about="links" />
        </>
      )}
    </div>
  );
}

type Problem = 'invalid' | 'full';

interface LinkInputProps extends Pick<LinkFieldsProps, 'fields' | 'onChange'> {
  max: number;
}

/** The field for another address: it adds the valid ones, and what is invalid or too much stays in it. */
function LinkInput({ max, fields: { videoUrls, linkText }, onChange }: LinkInputProps) {
  const { t } = useTexts('video');
  const format = useFormat();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isFull = videoUrls.length >= max;
  const full = t('ui.files.full', { max: format.number(max) });

  function add(typed: string): void {
    const { urls, rest, problem: found } = addTyped(videoUrls, typed, max);
    setProblem(found);
    onChange({ videoUrls: urls, linkText: rest });
  }

  return (
    <>
      <Input
        label={t(max === 1 ? 'video.linkOne' : 'video.linkLabel')}
        hint={isFull ? full : t('video.linkHint')}
        error={problem && (problem === 'full' ? full : t('video.linkInvalid'))}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={linkText}
        onChange={({ target }) => {
          setProblem(null);
          onChange({ linkText: target.value });
        }}
        onPaste={(event) => onSeveralPasted(event, (pasted) => add(`${linkText}\n${pasted}`))}
        onKeyDown={(event) => onEnter(event, () => add(linkText))}
      />
      <Button disabled={isFull || linkText.trim() === ''} onClick={() => add(linkText)} className="justify-self-start">
        {t('video.addLink')}
      </Button>
    </>
  );
}

/** The field would join the lines of a pasted list. */
function onSeveralPasted(event: ClipboardEvent, add: (pasted: string) => void): void {
  const pasted = event.clipboardData.getData('text');
  if (splitVideoUrls(pasted).length < 2) return;
  event.preventDefault();
  add(pasted);
}

function onEnter(event: KeyboardEvent, add: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  add();
}

/** The external videos of a post before it is published. */
export function LinkPreviews({ videoUrls }: Pick<CreateFields, 'videoUrls'>) {
  const { t } = useTexts('video');
  if (videoUrls.length === 0) return null;
  return (
    <ul aria-label={t('video.links')} className="grid grid-cols-1 gap-2">
      {videoUrls.map((url) => (
        <li key={url} className="rounded-md bg-surface p-3 shadow-card">
          <LinkLine url={url} />
        </li>
      ))}
    </ul>
  );
}

/** An address with the name of its site, or its host. */
function LinkLine({ url, onRemove }: { url: string; onRemove?: () => void }) {
  const { t } = useTexts('video');
  const site = findSiteVideo(url)?.site;
  const Icon = site ? Play : ExternalLink;
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ember-text" />
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium text-small">{site ? t(`video.site.${site}`) : new URL(url).host}</span>
        <span className="truncate text-caption text-fg-muted">{url}</span>
      </span>
      {onRemove && (
        <IconButton size="sm" tip="none" label={t('video.removeLink', { name: url })} icon={<X />} onClick={onRemove} />
      )}
    </div>
  );
}

/** Adds the addresses of a text to others; `rest` is what could not be added. Duplicates are ignored. */
function addTyped(before: readonly string[], typed: string, max: number) {
  const urls = [...before];
  const rest: string[] = [];
  let problem: Problem | null = null;
  for (const each of splitVideoUrls(typed)) {
    const url = normaliseVideoUrl(each);
    if (url !== null && urls.includes(url)) continue;
    if (url !== null && urls.length < max) {
      urls.push(url);
      continue;
    }
    problem ??= url === null ? 'invalid' : 'full';
    rest.push(each);
  }
  return { urls, rest: rest.join(', '), problem };
}
