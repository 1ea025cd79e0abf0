import { tribeQuestionMax, tribeQuestionsMax, tribeRuleMax, tribeRulesMax } from '@limits/tribes';
import { useTexts } from '../../../lib/i18n.ts';
import type { Tribe } from '../api.ts';
import { fieldError, otherError } from './refusals.ts';
import { SectionForm } from './section-form.tsx';
import { isTextList, type TextEntry, TextList } from './text-list.tsx';
import { useSection } from './use-section.ts';

/** The rules of a tribe, in their order. */
export function RulesForm({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  const section = useSection<{ rules: readonly TextEntry[] }>({
    tribeId: tribe.id,
    name: 'rules',
    saved: { rules: tribe.rules.map((text, index) => ({ id: String(index), text })) },
    words: { rules: () => t('tribeSettings.what.rules') },
    isSound: ({ rules }) => isTextList(rules),
    bodyOf: ({ rules }) => (rules ? { rules: rules.map(({ text }) => text) } : {}),
  });
  const [{ rules }, change] = section.draft;
  return (
    <SectionForm
      section={section}
      title={t('tribeSettings.rules')}
      text={t('tribeSettings.rulesText')}
      problem={otherError(section.refusal, ['rules'], t('ui.error'))}
    >
      <TextList
        words={{
          list: t('tribeSettings.rules'),
          add: t('tribeSettings.addRule'),
          none: t('tribeSettings.noRules'),
          entry: (number) => t('tribeSettings.rule', { number }),
          remove: (number) => t('tribeSettings.removeRule', { number }),
        }}
        entries={rules}
        most={tribeRulesMax}
        limit={tribeRuleMax}
        error={fieldError(section.refusal, 'rules')}
        onChange={(by) => change((before) => ({ rules: by(before.rules) }))}
      />
    </SectionForm>
  );
}

/** The questions of a tribe before joining. A question keeps its id while its text changes. */
export function QuestionsForm({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  const section = useSection<{ questions: readonly TextEntry[] }>({
    tribeId: tribe.id,
    name: 'questions',
    saved: { questions: tribe.questions.map(({ id, text }) => ({ id, text })) },
    words: { questions: () => t('tribeSettings.what.questions') },
    isSound: ({ questions }) => isTextList(questions),
    bodyOf: ({ questions }) => (questions ? { questions: [...questions] } : {}),
  });
  const [{ questions }, change] = section.draft;
  return (
    <SectionForm
      section={section}
      title={t('tribeSettings.questions')}
      text={t('tribeSettings.questionsText')}
      problem={otherError(section.refusal, ['questions'], t('ui.error'))}
    >
      <TextList
        words={{
          list: t('tribeSettings.questions'),
          add: t('tribeSettings.addQuestion'),
          none: t('tribeSettings.noQuestions'),
          entry: (number) => t('tribeSettings.question', { number }),
          remove: (number) => t('tribeSettings.removeQuestion', { number }),
        }}
        entries={questions}
        most={tribeQuestionsMax}
        limit={tribeQuestionMax}
        error={fieldError(section.refusal, 'questions')}
        onChange={(by) => change((before) => ({ questions: by(before.questions) }))}
      />
    </SectionForm>
  );
}
