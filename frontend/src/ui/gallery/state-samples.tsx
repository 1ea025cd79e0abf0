import { useState } from 'react';
import { AdFrame } from '../ads/ad-frame.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { ClampedText } from '../clamped-text.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { InfiniteList } from '../infinite-list.tsx';
import { LostPicture } from '../lost-picture.tsx';
import { CountBadge, Pill } from '../pill.tsx';
import { ProgressBar, ProgressRing } from '../progress.tsx';
import { RelativeTime } from '../relative-time.tsx';
import { Loading, Skeleton, SkeletonAuthor, SkeletonText } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import { WhenVisible } from '../when-visible.tsx';
import { samplePages } from './sample-pages.ts';
import { Sample, Section } from './section.tsx';

const noAction = () => undefined;

export function StateSamples() {
  const [now] = useState(() => new Date().toISOString());
  return (
    <Section title="States and facts">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Sample title="EmptyState">
          <Card>
            <EmptyState
              title="Todavía no hay posts"
              text="Cuenta algo a tu tribu."
              action={<Button variant="primary">Escribir</Button>}
            />
          </Card>
        </Sample>
        <Sample title="AdFrame">
          <AdFrame title="Anuncio" html="<p>Una muestra</p>" className="h-24" />
        </Sample>
        <Sample title="ErrorState">
          <Card>
            <ErrorState error={new Error('sample')} onRetry={noAction} />
          </Card>
        </Sample>
        <Sample title="ClampedText">
          <p className="text-small">
            <ClampedText text={'Lo que se lee.\nY aún más.\nY lo último.'} clamp="line-clamp-2" />
          </p>
        </Sample>
        <Sample title="LostPicture">
          <LostPicture ratio={4 / 3} className="rounded-md" />
        </Sample>
        <Sample title="Loading with Skeleton">
          <Card className="p-5">
            <Loading className="grid gap-4">
              <Skeleton className="h-24" />
              <SkeletonAuthor />
              <SkeletonText />
            </Loading>
          </Card>
        </Sample>
        <Sample title="ProgressBar, ProgressRing, Pill, CountBadge, RelativeTime, Spinner">
          <ProgressBar label="Subida" value={0.6} />
          <div className="flex flex-wrap items-center gap-3">
            <ProgressRing label="Nivel" value={0.4}>
              4
            </ProgressRing>
            <Pill>privada</Pill>
            <Pill tone="ember">nueva</Pill>
            <CountBadge count={120} />
            <RelativeTime value={now} className="text-caption text-fg-muted" />
            <Spinner />
          </div>
        </Sample>
        <Sample title="InfiniteList, WhenVisible">
          <InfiniteList query={samplePages}>
            <WhenVisible placeholder={<Skeleton className="h-6" />}>
              <p className="text-small">Lo que se ve al llegar.</p>
            </WhenVisible>
          </InfiniteList>
        </Sample>
      </div>
    </Section>
  );
}
