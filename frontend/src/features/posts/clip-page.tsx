import { useState } from 'react';
import { generatePath, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useClipComments } from './clip-comments.tsx';
import { ClipView } from './clip-view.tsx';
import { MissingTribe, readTribeId } from './post-absence.tsx';
import type { Sound } from './use-playback.ts';

/** `/clip/{id}?tribe=`: a clip full screen, with the clips before and after it. It stays mounted from clip to clip. */
export function ClipPage() {
  const { t } = useTexts('members', 'video');
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const tribeId = readTribeId(search);
  const fallback = tribeId === undefined ? paths.tribes : paths.tribe(tribeId);
  const goBack = useGoBack(fallback);
  const sound = useSound();
  const comments = useClipComments();
  useTitle(t('video.clip'));
  useScreenKeys(({ key }) => key === 'Escape' && (comments.open ? comments.close() : goBack()));
  return (
    <div className="relative grid h-full grid-cols-1 grid-rows-1 overflow-hidden [container-type:size]">
      {tribeId === undefined ? (
        <div className="grid place-items-center">
          <MissingTribe />
        </div>
      ) : (
        <ClipView tribeId={tribeId} postId={id} sound={sound} comments={comments} />
      )}
      <div
        className="absolute top-[max(0.75rem,env(safe-area-inset-top))] left-3 z-20 rounded-full bg-scrim backdrop-blur-md"
        data-theme="dark"
      >
        <BackButton iconOnly fallback={fallback} className="text-fg!" />
      </div>
    </div>
  );
}

/** Muted until the first gesture, unless the person has chosen before (part 2, section 5, Audio). */
function useSound(): Sound {
  const [chosen, setChosen] = useState<'muted' | 'audible' | null>(null);
  const muted = chosen !== 'audible';
  return {
    muted,
    untouched: chosen === null,
    toggle: () => setChosen(muted ? 'audible' : 'muted'),
    onGesture: () => setChosen((before) => before ?? 'audible'),
  };
}

/** `/reel/{id}`: redirects to the same clip. */
export function ReelRedirect() {
  const { id = '' } = useParams();
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: generatePath(paths.clipPattern, { id }), search, hash }} replace />;
}
