import { avatarMaxMb } from '@limits/identity';
import { imageTypes } from '@limits/media';
import { ImageUp, SmilePlus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTabDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { type SessionUser, session } from '../../lib/session.ts';
import { usePictureProblem } from '../../lib/use-picture-problem.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { emojiAvatar } from '../../ui/emoji-avatar.ts';
import { FileInput } from '../../ui/files/file-input.tsx';
import { useFileChoice } from '../../ui/files/use-file-choice.ts';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Cut } from './avatar-crop.tsx';
import { useSetAvatar, useUploadAvatar } from './edit-api.ts';

const AvatarCrop = lazyComponent(async () => (await import('./avatar-crop.tsx')).AvatarCrop);
const EmojiPicker = lazyComponent(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

const rules = { types: imageTypes, maxMb: avatarMaxMb, maxCount: 1 };

/** The viewer's avatar: a cropped picture, an emoji, or none. Each change is saved at once. */
export function AvatarEditor({ me }: { me: SessionUser }) {
  const { t } = useTexts('members', 'profile');
  const { cut, changeCut, emojiOpen, setEmojiOpen, problem, setProblem, busy, choice, choose, send, refuse } =
    useAvatarEditing();
  // Its controls are removed or disabled with the focus on them.
  const part = useFocusOnSwap<HTMLDivElement>(busy || cut !== null || emojiOpen);
  const [refused] = choice.refused;
  const problemText = usePictureProblem(avatarMaxMb);
  // The first of several files is chosen, without a message.
  const refusal = refused && refused.reason !== 'count' ? problemText(refused.reason) : null;
  return (
    <div ref={part} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar person={me} size={88} />
        <AvatarActions
          busy={busy}
          onFile={choice.pick}
          onEmoji={() => setEmojiOpen(!emojiOpen)}
          onRemove={me.avatarUrl ? () => choose(null) : null}
        />
        <FileInput {...choice.inputProps} label={t('profile.avatar.file')} types={imageTypes} />
      </div>
      <p role="alert" className="text-danger text-small empty:hidden">
        {refusal ?? problem?.text()}
      </p>
      {busy && (
        <p role="status" className="text-fg-muted text-small">
          {t('profile.avatar.processing')}
        </p>
      )}
      <LazyPart fallback={<Skeleton className="h-64 w-full rounded-lg" />}>
        {cut && (
          <AvatarCrop
            cut={cut}
            onChange={(change) => changeCut((now) => now && { ...now, ...change })}
            busy={busy}
            onBack={() => changeCut(() => null)}
            onFailed={() => setProblem({ text: () => t('profile.avatar.updateFailed') })}
            onUnreadable={refuse}
            onDone={send}
          />
        )}
        {emojiOpen && !cut && <EmojiPicker disabled={busy} onChoose={(emoji) => choose(emojiAvatar(emoji))} />}
      </LazyPart>
    </div>
  );
}

/** Idle, choosing a picture or an emoji, processing, and then done or the error. */
function useAvatarEditing() {
  const { t } = useTexts('members', 'profile');
  const [cut, changeCut] = useCut();
  const [emojiOpen, setEmojiOpen] = useState(false);
  const [problem, setProblem] = useState<{ text: () => string } | null>(null);
  const upload = useUploadAvatar();
  const set = useSetAvatar();
  const choice = useFileChoice(rules, 0, ([chosen]) => {
    setProblem(null);
    setEmojiOpen(false);
    changeCut(() => (chosen ? { file: chosen, crop: { x: 0, y: 0 }, zoom: 1 } : null));
  });

  const outcome = (otherwise: `profile.avatar.${'update' | 'remove' | 'upload'}Failed`) => ({
    onSuccess: () => toast(() => t('profile.avatar.done'), { tone: 'good' }),
    onScreen: {
      onSuccess: () => {
        changeCut(() => null);
        setEmojiOpen(false);
        setProblem(null);
      },
      onError: (error: Error) => setProblem({ text: () => messageOf(error, t(otherwise)) }),
    },
    offScreen: { onError: (error: Error) => toast(() => messageOf(error, t(otherwise)), { tone: 'bad' }) },
  });
  const choose = (avatarUrl: string | null) => {
    choice.forgetRefused();
    setProblem(null);
    set.mutate(avatarUrl, outcome(avatarUrl ? 'profile.avatar.updateFailed' : 'profile.avatar.removeFailed'));
  };
  const send = (cropped: File) => upload.mutate(cropped, outcome('profile.avatar.uploadFailed'));
  const refuse = () => {
    changeCut(() => null);
    setProblem({ text: () => t('pictures.wrongType') });
  };
  const busy = upload.isPending || set.isPending;
  return { cut, changeCut, emojiOpen, setEmojiOpen, problem, setProblem, busy, choice, choose, send, refuse };
}

/** The picture being cropped: discarded on leaving, but not when the session expires. */
function useCut() {
  const draft = useTabDraft<Cut | null>('avatar', null);
  const [, change] = draft;
  const discard = useEffectEvent(() => {
    if (session.get().user) change(() => null);
  });
  useEffect(() => () => discard(), []);
  return draft;
}

interface AvatarActionsProps {
  busy: boolean;
  onFile: () => void;
  onEmoji: () => void;
  /** Null when there is nothing to remove. */
  onRemove: (() => void) | null;
}

function AvatarActions({ busy, onFile, onEmoji, onRemove }: AvatarActionsProps) {
  const { t } = useTexts('members', 'profile');
  return (
    <div className="flex flex-wrap gap-2" aria-busy={busy}>
      <Button size="sm" icon={<ImageUp />} disabled={busy} onClick={onFile}>
        {t('profile.avatar.file')}
      </Button>
      <Button size="sm" icon={<SmilePlus />} disabled={busy} onClick={onEmoji}>
        {t('profile.avatar.emoji')}
      </Button>
      {onRemove && (
        <Button size="sm" variant="ghost" icon={<Trash2 />} disabled={busy} onClick={onRemove}>
          {t('profile.avatar.remove')}
        </Button>
      )}
    </div>
  );
}
