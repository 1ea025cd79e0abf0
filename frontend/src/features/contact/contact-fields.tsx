import { contactMessageMax, contactMessageMin, contactSubjects, emailMax, nameMax } from '@limits/identity';
import type { UseFormReturn } from 'react-hook-form';
import { addressPattern } from '../../lib/address-pattern.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMe } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { type ContactForm, useSendContactForm } from './api.ts';

const draftName = 'contact';

/** A name and an address alone are not stored on a device that others may use. */
const hasMessage = ({ message }: ContactForm) => message.trim() !== '';

export type Sender = Pick<ContactForm, 'name' | 'email'>;

interface ContactFieldsProps {
  /** The sender of the message before; by default the signed-in person. */
  sender: Sender | null;
  onSent: (sender: Sender) => void;
}

/** The form. A message stays a draft until it is sent. */
export function ContactFields({ sender, onSent }: ContactFieldsProps) {
  const { t } = useTexts('contact');
  const me = useMe();
  const { name, email } = sender ?? me ?? { name: '', email: '' };
  const draft = useFormDraft<ContactForm>(draftName, { name, email, subject: 'general', message: '' }, hasMessage);
  const form = useDraftForm(draft.draft);
  const keys = useIdempotencyKeys(draftName);
  const send = useSendContactForm();

  const submit = form.handleSubmit((typed) => {
    const sent = { ...typed, name: typed.name.trim(), email: typed.email.trim(), message: typed.message.trim() };
    const key = keys.keyFor(sent.name, sent.email, sent.subject, sent.message);
    send.mutate(
      { form: sent, key },
      {
        onSuccess: () => {
          keys.forget();
          draft.markSent();
        },
        onScreen: { onSuccess: () => onSent({ name: sent.name, email: sent.email }) },
        offScreen: { onError: toastFailure },
      },
    );
  });

  return (
    <form noValidate onSubmit={submit} aria-label={t('pages.contact')} className="grid gap-5">
      <DraftNote of={draft} />
      <SenderFields form={form} />
      <Select
        label={t('contact.subject')}
        options={contactSubjects.map((value) => ({ value, label: t(`contact.subjects.${value}`) }))}
        value={form.watch('subject')}
        onChange={(subject) => form.setValue('subject', subject)}
      />
      <MessageField form={form} />
      <FormError>{send.isError && <Failure error={send.error} />}</FormError>
      <div className="flex sm:justify-end">
        <Button type="submit" variant="primary" size="lg" loading={send.isPending} className="max-sm:w-full">
          {t('contactForm.send')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  form: UseFormReturn<ContactForm>;
}

function SenderFields({ form: { register, formState } }: PartProps) {
  const { t } = useTexts('contact');
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...register('name', { validate: (name) => name.trim() !== '' || t('contactForm.nameRequired') })}
        autoComplete="name"
        limit={nameMax}
        label={t('contactForm.name')}
        error={errors.name?.message}
      />
      <Input
        {...register('email', {
          required: t('account.emailRequired'),
          validate: (email) => addressPattern.test(email.trim()) || t('account.emailInvalid'),
        })}
        type="email"
        autoComplete="email"
        inputMode="email"
        cutAt={emailMax}
        label={t('account.email')}
        error={errors.email?.message}
      />
    </div>
  );
}

function MessageField({ form: { register, formState, watch } }: PartProps) {
  const { t } = useTexts('contact');
  return (
    <Textarea
      {...register('message', {
        validate: (message) =>
          linesLength(message) >= contactMessageMin || t('contactForm.messageShort', { min: contactMessageMin }),
      })}
      label={t('contact.message')}
      hint={t('contactForm.messageHint')}
      error={formState.errors.message?.message}
      className="min-h-44"
      counted
      limit={contactMessageMax}
      value={watch('message')}
    />
  );
}

/** The server's message for client errors; the specification's sentence for everything else. */
function Failure({ error }: { error: Error }) {
  const { t } = useTexts('contact');
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return <p>{isRefusal ? messageOf(error, t('contactForm.failed')) : t('contactForm.failed')}</p>;
}
