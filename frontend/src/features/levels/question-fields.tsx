import { choiceMax, choicesMax, choicesMin, questionMax } from '@limits/tribes';
import { Check, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';

/** A question in the quiz editor. */
export interface DraftQuestion {
  id: string;
  prompt: string;
  choices: string[];
  /** The index of the right choice. */
  right: number;
}

/** Whether a choice, as the server trims it, is the same as an earlier one of its question. */
const isRepeated = (choices: readonly string[], index: number): boolean => {
  const text = choices[index]?.trim() ?? '';
  return text !== '' && choices.slice(0, index).some((earlier) => earlier.trim() === text);
};

/** Whether a question has two equal choices. */
export const hasRepeatedChoice = ({ choices }: DraftQuestion): boolean =>
  choices.some((_choice, index) => isRepeated(choices, index));

export const blankQuestion = (): DraftQuestion => ({
  id: crypto.randomUUID(),
  prompt: '',
  choices: Array(choicesMin).fill(''),
  right: 0,
});

interface QuestionFieldsProps {
  number: number;
  question: DraftQuestion;
  /** Equal choices are marked as errors, after an attempt to save them. */
  isChecked: boolean;
  onChange: (question: DraftQuestion) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** A question, its choices, and which of them is right. */
export function QuestionFields({ number, question, isChecked, onChange, onRemove }: QuestionFieldsProps) {
  const { t } = useTexts('challenges');
  const { id, prompt, choices, right } = question;
  const { list, noteRemoval } = useFocusAfterRemoval(choices.length);
  const removeChoice = (index: number) => {
    noteRemoval(index);
    onChange({
      ...question,
      choices: choices.toSpliced(index, 1),
      right: right > index ? right - 1 : right === index ? 0 : right,
    });
  };
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-md bg-sunken p-3.5">
      <legend className="sr-only">{t('challenges.editor.question', { number })}</legend>
      <Input
        label={t('challenges.editor.question', { number })}
        limit={questionMax}
        required
        value={prompt}
        onChange={({ target }) => onChange({ ...question, prompt: target.value })}
      />
      <p className="text-caption text-fg-muted">{t('challenges.editor.markRight', { number: right + 1 })}</p>
      <div ref={list} className="grid grid-cols-1 gap-3">
        {choices.map((choice, index) => (
          <Choice
            // biome-ignore lint/suspicious/noArrayIndexKey: choices are identified by their index
            key={index}
            number={index + 1}
            group={`right-${id}`}
            text={choice}
            isRight={right === index}
            onText={(text) => onChange({ ...question, choices: choices.with(index, text) })}
            onRight={() => onChange({ ...question, right: index })}
            onRemove={choices.length > choicesMin ? () => removeChoice(index) : null}
            error={isChecked && isRepeated(choices, index) && t('challenges.editor.choiceRepeated')}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="ghost"
          disabled={choices.length >= choicesMax}
          onClick={() => onChange({ ...question, choices: [...choices, ''] })}
        >
          {t('challenges.editor.addChoice')}
        </Button>
        {onRemove && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={onRemove}>
            {t('challenges.editor.removeQuestion', { number })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/**
 * The button that removes a choice may be removed with it, and all such buttons are at the minimum of choices: the focus
 * then goes to the text of the choice at its index, or of the last one.
 */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the choice is removed
  useEffect(() => {
    const index = removed.current;
    removed.current = null;
    if (index === null || document.activeElement !== document.body) return;
    const row = list.current?.children[index] ?? list.current?.lastElementChild;
    row?.querySelector<HTMLElement>('input:not([type=radio])')?.focus();
  }, [count]);
  return {
    list,
    noteRemoval(index: number): void {
      removed.current = index;
    },
  };
}

interface ChoiceProps {
  number: number;
  /** The radio buttons of one question. */
  group: string;
  text: string;
  isRight: boolean;
  onText: (text: string) => void;
  onRight: () => void;
  /** Null at the minimum number of choices. */
  onRemove: (() => void) | null;
  error: string | false;
}

function Choice({ number, group, text, isRight, onText, onRight, onRemove, error }: ChoiceProps) {
  const { t } = useTexts('challenges');
  const label = t('challenges.editor.choice', { number });
  return (
    <div className="flex items-center gap-2.5">
      <input
        type="radio"
        name={group}
        aria-label={t('challenges.editor.right', { number })}
        checked={isRight}
        onChange={onRight}
        className="size-6 shrink-0 accent-ember"
      />
      <div className="min-w-0 grow">
        <Input
          labelHidden
          label={label}
          placeholder={label}
          limit={choiceMax}
          required
          value={text}
          error={error}
          end={isRight && <Check aria-hidden="true" className="mr-2 size-5 text-moss" />}
          onChange={({ target }) => onText(target.value)}
        />
      </div>

      {onRemove && (
        <IconButton size="sm" icon={<X />} label={t('challenges.editor.removeChoice', { number })} onClick={onRemove} />
      )}
    </div>
  );
}
