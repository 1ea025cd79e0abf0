import { expect, test } from '@jest/globals';
import { mailHref, shareTargets } from './share-links.ts';

const url = 'https://tribus.test/tools/tribes/100';

const fieldsOf = (href: string) => Object.fromEntries(new URL(href).searchParams);

test('every app receives the address, and those with a text also the text', () => {
  const shared = { url, text: 'Pan & fuego ñandú' };
  expect(shareTargets(shared).map(({ name, href }) => [name, new URL(href).hostname, fieldsOf(href)])).toEqual([
    ['Facebook', 'www.facebook.com', { u: url }],
    ['WhatsApp', 'wa.me', { text: `${shared.text} ${url}` }],
    ['X', 'x.com', { text: shared.text, url }],
    ['LinkedIn', 'www.linkedin.com', { url }],
    ['Telegram', 't.me', { url, text: shared.text }],
  ]);
  expect(fieldsOf(mailHref(shared))).toEqual({ subject: shared.text, body: url });
  for (const href of [...shareTargets(shared).map((target) => target.href), mailHref(shared)])
    expect(href).not.toContain('+');
});

test('without a text only the address is passed on', () => {
  const shared = { url, text: '' };
  expect(shareTargets(shared).map(({ href }) => Object.values(fieldsOf(href)))).toEqual([
    [url],
    [url],
    [url],
    [url],
    [url],
  ]);
  expect(fieldsOf(mailHref(shared))).toEqual({ body: url });
});
