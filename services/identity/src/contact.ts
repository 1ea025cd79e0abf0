import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { defineJob } from '@tribus/kit/jobs/definition.ts';
import { z } from 'zod';
import type { ContactForm, ContactMessages, ContactMessagesQuery } from '../api.ts';
import { waitingCountedMax } from '../limits.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import type { Mail } from './mail/mailer.ts';
import { presentContactMessage } from './present.ts';
import type { NamedContactMessage, StoredContactMessage } from './store/contact.ts';

/** Retried for about a day, to outlast a mail server's outage. */
export const sendContactMail = defineJob('sendContactMail', { schema: z.object({ id: z.uuid() }), maxAttempts: 13 });

/**
 * Stores a contact message and enqueues its mail: the message is safe before anything is sent. Throws 401 once the
 * actor's account is deleted, because its messages are deleted with it.
 */
export async function receiveContactMessage(
  { ctx, store, mailer }: Pick<Deps, 'ctx' | 'store' | 'mailer'>,
  actor: Actor,
  form: ContactForm,
): Promise<void> {
  await store.transaction(async (tx) => {
    const senderId = userIdOf(actor) || null;
    if (senderId && !(await tx.users.lockAgainstDeletion(senderId))) throw fail('unauthenticated');
    const id = ctx.newId();
    const mail = mailer.isOn ? 'waiting' : 'off';
    await tx.contact.add({ ...form, id, senderId, language: actor.language, createdAt: ctx.clock.now(), mail });
    if (mailer.isOn) await tx.enqueue(sendContactMail, { id });
  });
}

/** Returns a page of contact messages and the number of open messages. */
export async function listContactMessages(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { limit, cursor, ...filter }: ContactMessagesQuery,
): Promise<ContactMessages> {
  const list = `contact:${filter.subject}:${filter.state}:${filter.order}`;
  const [{ items, nextCursor }, waiting] = await Promise.all([
    readPage(cursors, list, { limit, cursor }, (page) => store.contact.page(filter, page.limit, page.after)),
    store.contact.countOpen(waitingCountedMax),
  ]);
  return { items: items.map(presentContactMessage), nextCursor, waiting };
}

/** Returns one message. Throws 404 when there is none. */
export async function getContactMessage({ store }: Pick<Deps, 'store'>, id: string): Promise<NamedContactMessage> {
  const message = await store.contact.byId(id);
  if (!message) throw fail('not_found');
  return message;
}

/**
 * Marks a message as handled by the actor, or as open again; idempotent. Throws 404 when there is none, and 401 once
 * the actor's account is deleted.
 */
export async function markContactMessage(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  id: string,
  handled: boolean,
): Promise<NamedContactMessage> {
  return store.transaction(async (tx) => {
    if (!(await tx.users.lockAgainstDeletion(actor.id))) throw fail('unauthenticated');
    const target = { type: 'contact_message' as const, id };
    if (await tx.contact.setHandled(id, handled ? { by: actor.id, at: ctx.clock.now() } : null))
      await audit(ctx, tx, {
        action: 'contact_message_marked',
        target,
        before: { handled: !handled },
        after: { handled },
      });
    const message = await tx.contact.byId(id);
    if (!message) throw fail('not_found');
    return message;
  });
}

/**
 * Mails a message to the team unless it was mailed already or no mail was configured when it arrived; a message whose
 * mail failed for good is mailed when its job is retried. Throws when sending fails.
 */
export async function mailContactMessage(
  { store, mailer, contactEmail }: Pick<Deps, 'store' | 'mailer' | 'contactEmail'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const message = await store.contact.byId(id);
  if (!message || message.mail === 'sent' || message.mail === 'off') return;
  await mailer.send(mailTo(contactEmail, message), signal);
  await store.contact.mailSent(id);
}

const subjects: Readonly<Record<StoredContactMessage['subject'], string>> = {
  general: 'Consulta general',
  technical: 'Problema técnico',
  business: 'Empresas',
  feedback: 'Opinión',
  other: 'Otro asunto',
};

/**
 * In Spanish, the team's language; replies go to the sender. Name and address have lines of their own, so that a name
 * cannot pass for an address.
 */
function mailTo(to: string, { id, name, email, subject, message, language }: StoredContactMessage): Mail {
  const head = [`De: ${name}`, `Correo: ${email}`, `Asunto: ${subjects[subject]}`, `Idioma: ${language}`];
  return {
    id,
    to,
    replyTo: { name, address: email },
    subject: `[Contacto] ${subjects[subject]}: ${name}`,
    text: `${head.join('\n')}\n\n${message}\n`,
  };
}
