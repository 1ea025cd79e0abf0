import { anyone, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  ContactForm,
  ContactMessage,
  ContactMessageChange,
  ContactMessages,
  ContactMessagesQuery,
  IdParams,
} from '../../api.ts';
import { getContactMessage, listContactMessages, markContactMessage, receiveContactMessage } from '../contact.ts';
import type { Deps } from '../deps.ts';
import { presentContactMessage } from '../present.ts';

export function contactRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/contact',
    {
      guards: [anyone],
      operationId: 'sendContactMessage',
      summary: 'Write to the team',
      body: ContactForm,
      answer: Ok,
      status: 201,
      visitorsMayRepeat: true,
      whileSilenced: true,
      errors: [401],
    },
    async ({ actor, body }) => {
      await receiveContactMessage(deps, actor, body);
      return done;
    },
  );
  receivedMessageRoutes(routes, deps);
}

/** For the team. */
function receivedMessageRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/contact-messages',
    {
      guards: [siteAdmin],
      operationId: 'listContactMessages',
      summary: 'Contact messages, with the number of open ones',
      query: ContactMessagesQuery,
      answer: ContactMessages,
    },
    ({ query }) => listContactMessages(deps, query),
  );

  routes.get(
    '/admin/contact-messages/:id',
    {
      guards: [siteAdmin],
      operationId: 'getContactMessage',
      summary: 'One contact message',
      params: IdParams,
      answer: ContactMessage,
    },
    async ({ params }) => presentContactMessage(await getContactMessage(deps, params.id)),
  );

  routes.put(
    '/admin/contact-messages/:id',
    {
      guards: [siteAdmin],
      operationId: 'markContactMessage',
      summary: 'Mark a message as handled, or as open again',
      params: IdParams,
      body: ContactMessageChange,
      answer: ContactMessage,
    },
    async ({ actor, params, body }) =>
      presentContactMessage(await markContactMessage(deps, actor, params.id, body.handled)),
  );
}
