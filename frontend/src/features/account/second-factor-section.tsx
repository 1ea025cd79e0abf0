import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Provable } from './proof-fields.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import type { Security } from './security-api.ts';
import { SecuritySection } from './security-section.tsx';

/** Loaded with the QR code generator, so only for people who set it up. */
const SetUp = lazyComponent(async () => (await import('./second-factor-setup.tsx')).SecondFactorSetup);
const Change = lazyComponent(async () => (await import('./second-factor-change.tsx')).SecondFactorChange);

type Step = 'set-up' | 'codes' | 'off';

/**
 * Recovery codes, which are shown once: until the person confirms that they saved them, closing the sheet loses none.
 */
interface NewCodes {
  codes: readonly string[];
  areSaved: boolean;
}

export function SecondFactorSection({ security }: { security: Security }) {
  const { t } = useTexts('account');
  const format = useFormat();
  const sheet = useStepSheet();
  const { secondFactor } = security;
  return (
    <SecuritySection
      icon={<ShieldCheck />}
      title={t('security.secondFactor')}
      state={secondFactor && <Pill tone="moss">{t('security.on')}</Pill>}
      text={
        secondFactor
          ? t('security.secondFactorOn', {
              date: format.date(secondFactor.since),
              left: format.number(secondFactor.recoveryCodesLeft),
            })
          : t('security.secondFactorText')
      }
      actions={<Actions isOn={secondFactor !== null} {...sheet} />}
    >
      {sheet.isUnsaved && !sheet.isOpen && <p role="status">{t('security.codesUnkept')}</p>}
      <StepSheet security={security} {...sheet} />
    </SecuritySection>
  );
}

type StepSheetState = ReturnType<typeof useStepSheet>;

function useStepSheet() {
  const [isOpen, setOpen] = useState(false);
  // Stays rendered while the sheet closes.
  const [step, setStep] = useState<Step>('set-up');
  const [made, setMade] = useState<NewCodes | null>(null);
  return {
    isOpen,
    step,
    codes: made?.codes,
    isUnsaved: made !== null && !made.areSaved,
    open(next: Step) {
      setStep(next);
      setOpen(true);
    },
    close: () => setOpen(false),
    closed: () => made?.areSaved && setMade(null),
    show: (codes: readonly string[]) => setMade({ codes, areSaved: false }),
    keep() {
      setMade((before) => before && { ...before, areSaved: true });
      setOpen(false);
    },
  };
}

function Actions({ isOn, isUnsaved, step, open }: { isOn: boolean } & StepSheetState) {
  const { t } = useTexts('account');
  if (isUnsaved)
    return (
      <Button variant="primary" onClick={() => open(step)}>
        {t('security.seeCodes')}
      </Button>
    );
  if (!isOn) return <Button onClick={() => open('set-up')}>{t('security.turnOn')}</Button>;
  return (
    <>
      <Button size="sm" onClick={() => open('codes')}>
        {t('security.newCodes')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => open('off')}>
        {t('security.turnOff')}
      </Button>
    </>
  );
}

/** The actions that lead to codes, or to disabling; then the codes. */
function StepSheet({
  security,
  isOpen,
  step,
  codes,
  close,
  closed,
  show,
  keep,
}: { security: Security } & StepSheetState) {
  const { t } = useTexts('account');
  const titles = {
    'set-up': t('security.secondFactor'),
    codes: t('security.newCodes'),
    off: t('security.turnOff'),
  };
  return (
    <Sheet open={isOpen} onClose={close} onClosed={closed} title={titles[step]}>
      {codes ? (
        <RecoveryCodeList codes={codes} onDone={keep} />
      ) : (
        <Provable security={security}>
          <LazyPart fallback={<Skeleton className="h-52" />}>
            {step === 'set-up' ? (
              <SetUp security={security} onCodes={show} />
            ) : (
              <Change key={step} security={security} what={step} onCodes={show} onOff={close} />
            )}
          </LazyPart>
        </Provable>
      )}
    </Sheet>
  );
}
