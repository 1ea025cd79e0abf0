import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Draft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { Sending } from '../../lib/post-sending.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { SheetPanel } from '../../ui/sheet-panel.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { Actions } from './actions.tsx';
import { ContentStep } from './content-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { DraftsSection } from './drafts-section.tsx';
import {
  blankFields,
  type Checked,
  type CreateFields,
  type CreateKind,
  findProblem,
  findReachable,
  isSameDraft,
  neighboursOf,
  STEPS,
  type StepName,
  stepsOf,
  withoutAlt,
} from './fields.ts';
import { FilterStep } from './filter-step.tsx';
import type { OpenDraft, Pictures } from './parts.ts';
import { PreviewStep } from './preview-step.tsx';
import { type Baking, useBaking } from './use-baking.ts';
import type { Steps } from './use-steps.ts';
import type { DraftVideos } from './use-videos.ts';
import { countVideos, videosToSend } from './video-sending.tsx';

interface CreateFlowProps {
  open: boolean;
  onClose: () => void;
  kind: CreateKind;
  /** The active ones. */
  memberships: readonly Membership[];
  tribeId: number | null;
  draft: Draft<CreateFields>;
  current: OpenDraft;
  pictures: Pictures;
  videos: DraftVideos;
  sending: Sending;
  steps: Steps;
  levels: ReactNode;
}

/** The create flow: content, filter, details, preview. The draft and the history are its state. */
export function CreateFlow(props: CreateFlowProps) {
  const { open, onClose, memberships, pictures, videos, steps } = props;
  const { t } = useTexts('create', 'members', 'video');
  useTitle(t('create.title'));
  const baking = useBaking(props.current.name);
  const publish = usePublishDraft(props, baking);
  const checked = toChecked(props);
  const step = findReachable(steps.wanted, checked);
  const actions = (
    <Actions
      {...props}
      problem={findProblem(step, checked)}
      around={neighboursOf(step, checked.pictures)}
      loading={pictures.loading || videos.loading}
      baking={baking}
      onGo={(to) => steps.go(step, to)}
      onPublish={publish}
    />
  );
  const content = useTop(step);
  return (
    <SheetPanel
      routed
      open={open}
      title={t('create.title')}
      onClose={onClose}
      onClosed={steps.leave}
      footer={memberships.length > 0 && actions}
    >
      {memberships.length === 0 ? (
        <NoTribe />
      ) : (
        <div
          {...dropTarget(step, pictures)}
          ref={content}
          className="grid min-h-full grid-cols-1 content-start gap-4 pb-2"
        >
          <Stepper
            label={t('create.steps')}
            steps={stepsOf(checked.pictures).map((id) => ({ id, label: t(`create.step.${id}`) }))}
            current={step}
            onStep={(id) => steps.go(step, STEPS.find((each) => each === id) ?? 'content')}
          />
          <CurrentStep {...props} step={step} />
        </div>
      )}
    </SheetPanel>
  );
}

const toChecked = ({ kind, draft: [fields], pictures, videos, tribeId }: CreateFlowProps): Checked => ({
  kind,
  fields,
  pictures: countOf(pictures, fields),
  ...countVideos(videos, videos.loading ? fields.recordings : 0),
  tribeId,
});

/** The number of pictures, also while those of an earlier visit are being read. */
const countOf = ({ loading, list }: Pictures, { pictures }: CreateFields): number =>
  loading ? Math.max(pictures, list.length) : list.length;

/** Each step begins at its top, wherever the one before was scrolled to. */
function useTop(step: StepName): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useLayoutEffect(() => {
    const scroller = content.current?.parentElement;
    if (scroller) scroller.scrollTop = 0;
  }, [step]);
  return content;
}

/** Sends the draft, and clears it once it is published. */
function usePublishDraft({ kind, draft, pictures, videos, sending }: CreateFlowProps, baking: Baking): () => void {
  const { t } = useTexts('create', 'members', 'video');
  const [fields, changeDraft] = draft;
  return () => {
    if (sending.busy || baking.busy) return;
    const { list } = pictures;
    const { content, place, minLevelOrder, videoUrls } = fields;
    const tags = kind === 'story' ? (fields.mood ?? '') : fields.tags;
    const alts = list.map(({ id }) => fields.alts[id]?.trim() ?? '');
    const finish = () => {
      // Text typed while it was being sent is the next draft.
      changeDraft((before) => (isSameDraft(before, fields) ? blankFields : before));
      pictures.clear(list);
      videos.clear(videos.list);
      toast(() => t('posts.published'), { tone: 'good' });
    };
    baking.start(
      list.map(({ file }) => file),
      fields,
      (files) =>
        sending.send(
          { kind, content, tags, place, minLevelOrder, files, alts, videoUrls, ...videosToSend(videos) },
          finish,
        ),
    );
  };
}

function CurrentStep({ step, ...props }: CreateFlowProps & { step: StepName }) {
  const { kind, memberships, tribeId, draft, pictures, videos } = props;
  const [fields, changeDraft] = draft;
  const onChange = (change: Partial<CreateFields>) => changeDraft((before) => ({ ...before, ...change }));
  if (step === 'content') return <ContentTabs {...props} onChange={onChange} />;
  if (step === 'filter') return <FilterStep pictures={pictures.list} fields={fields} onChange={onChange} />;
  if (step === 'details')
    return <DetailsStep kind={kind} fields={fields} pictures={pictures.list} onChange={onChange} />;
  const tribe = memberships.find((each) => each.tribeId === tribeId)?.tribe;
  return <PreviewStep kind={kind} fields={fields} pictures={pictures.list} videos={videos} tribe={tribe} />;
}

/** The first step, in a tab for each kind. */
function ContentTabs(props: CreateFlowProps & { onChange: (change: Partial<CreateFields>) => void }) {
  const { kind, draft, current, pictures, steps, onChange, ...parts } = props;
  const { t } = useTexts('create', 'members', 'video');
  const content = (
    <ContentStep
      {...parts}
      kind={kind}
      fields={draft[0]}
      pictures={{
        ...pictures,
        remove(id) {
          pictures.remove(id);
          onChange({ alts: withoutAlt(draft[0].alts, id) });
        },
      }}
      onChange={onChange}
      onTribe={(id) => {
        onChange({ tribeId: id, minLevelOrder: 1 });
        steps.change({ tribe: String(id) });
      }}
    />
  );
  // Never in both panels at once: they share the file input.
  const tab = (value: CreateKind, label: string) => ({ value, label, content: value === kind && content });
  const tabs = [tab('story', t('create.vibe')), tab('post', t('create.post')), tab('reel', t('video.clip'))];
  return (
    <>
      <Tabs label={t('create.kind')} tabs={tabs} value={kind} onChange={(next) => steps.change({ type: next })} />
      {pictures.unsaved && (
        <p role="status" className="text-fg-muted text-small">
          {t('create.drafts.unsaved')}
        </p>
      )}
      {parts.videos.unsaved && (
        <p role="status" className="text-fg-muted text-small">
          {t('create.drafts.recordingsUnsaved')}
        </p>
      )}
      <DraftsSection current={current} memberships={parts.memberships} />
    </>
  );
}

/** The panel receives dropped pictures in the first step. */
function dropTarget(step: StepName, { choice }: Pictures) {
  if (step !== 'content') return {};
  const { onDragEnter, onDragOver, onDragLeave, onDrop } = choice.targetProps;
  return { onDragEnter, onDragOver, onDragLeave, onDrop };
}

function NoTribe() {
  const { t } = useTexts('create', 'members', 'video');
  return (
    <EmptyState
      title={t('create.noTribe')}
      text={t('create.noTribeText')}
      action={
        <ButtonLink to={paths.tribes} replace variant="primary">
          {t('ui.seeTribes')}
        </ButtonLink>
      }
    />
  );
}
