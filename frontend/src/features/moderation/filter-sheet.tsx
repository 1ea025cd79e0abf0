import { reportReasons } from '@limits/content';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { keepScroll } from '../../lib/keep-scroll.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useReplacePage } from '../../ui/use-replace-page.ts';
import type { CaseFilter } from './api.ts';
import { ASSIGNED, CASE_KINDS, DECIDERS } from './case-filter.ts';
import { TribeFilter } from './tribe-filter.tsx';

const ALL = 'all';
const NOTHING = { kind: ALL, reason: ALL, assigned: ALL, decidedBy: ALL, tribeId: '' };
type Chosen = typeof NOTHING;

interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  filter: CaseFilter;
  /** With the filters that only the list of the site has. */
  isOfSite: boolean;
  /** Returns the address of the list with these changes. */
  addressWith: (changes: Record<string, string>) => URLSearchParams;
}

/** The filters other than the status, on a phone. Nothing changes before they are applied. */
export function FilterSheet({ open, onClose, filter, isOfSite, addressWith }: FilterSheetProps) {
  const { t } = useTexts('moderation');
  const replacePage = useReplacePage();
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setChosen({ ...NOTHING, ...filter, tribeId: String(filter.tribeId ?? '') });
  }
  const apply = (next: Chosen) => {
    const { kind, reason, assigned, decidedBy, tribeId } = next;
    const filters = Object.entries({ kind, reason, assigned, decidedBy, tribeId }).map(([name, value]) => [
      name,
      value === ALL ? '' : value,
    ]);
    onClose();
    replacePage(`?${addressWith(Object.fromEntries(filters))}`, keepScroll);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('moderation.filters')}
      footer={
        <div className="flex gap-3">
          <Button variant="ghost" onClick={() => apply(NOTHING)} className="-ml-5">
            {t('moderation.clear')}
          </Button>
          <Button variant="primary" className="min-w-0 grow" onClick={() => apply(chosen)}>
            {t('moderation.apply')}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5 pt-1">
        {isOfSite && (
          <>
            <TribeFilter chosen={chosen.tribeId} onChoose={(tribeId) => setChosen({ ...chosen, tribeId })} />
            <Choices<string>
              name="case-deciders"
              legend={t('moderation.deciders')}
              values={[ALL, ...DECIDERS]}
              chosen={chosen.decidedBy}
              onChoose={(decidedBy) => setChosen({ ...chosen, decidedBy })}
              text={(value) => t(value === ALL ? 'moderation.everybody' : 'moderation.onlySite')}
            />
          </>
        )}
        <FilterChoices chosen={chosen} onChoose={(changes) => setChosen({ ...chosen, ...changes })} />
      </div>
    </Sheet>
  );
}

function FilterChoices({ chosen, onChoose }: { chosen: Chosen; onChoose: (changes: Partial<Chosen>) => void }) {
  const { t } = useTexts('moderation');
  return (
    <>
      <Choices<string>
        name="case-kind"
        legend={t('moderation.kindLabel')}
        values={[ALL, ...CASE_KINDS]}
        chosen={chosen.kind}
        onChoose={(kind) => onChoose({ kind })}
        text={(value) => {
          const kind = CASE_KINDS.find((each) => each === value);
          return kind ? t(`moderation.kinds.${kind}`) : t('moderation.allKinds');
        }}
      />
      <Choices<string>
        name="case-reason"
        legend={t('moderation.reason')}
        values={[ALL, ...reportReasons]}
        chosen={chosen.reason}
        onChoose={(reason) => onChoose({ reason })}
        text={(value) => {
          const reason = reportReasons.find((each) => each === value);
          return reason ? t(`moderation.reasons.${reason}`) : t('moderation.allReasons');
        }}
      />
      <Choices<string>
        name="case-assigned"
        legend={t('moderation.assigned')}
        values={[ALL, ...ASSIGNED]}
        chosen={chosen.assigned}
        onChoose={(assigned) => onChoose({ assigned })}
        text={(value) =>
          t(value === ALL ? 'moderation.everybody' : value === 'me' ? 'moderation.mine' : 'moderation.nobody')
        }
      />
    </>
  );
}
