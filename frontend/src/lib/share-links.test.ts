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

test('addresses and texts are encoded, so that nothing in them becomes a part of the target’s own address', () => {
  const clip = 'https://tribus.test/clip/7?tribe=100';
  const shared = { url: clip, text: 'a & b=c? #d +e\n火 🔥' };
  const [url, text] = [
    'https%3A%2F%2Ftribus.test%2Fclip%2F7%3Ftribe%3D100',
    'a%20%26%20b%3Dc%3F%20%23d%20%2Be%0A%E7%81%AB%20%F0%9F%94%A5',
  ];
  expect(shareTargets(shared).map(({ href }) => href)).toEqual([
    `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    `https://wa.me/?text=${text}%20${url}`,
    `https://x.com/intent/post?text=${text}&url=${url}`,
    `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    `https://t.me/share/url?url=${url}&text=${text}`,
  ]);
  expect(mailHref(shared)).toBe(`mailto:?subject=${text}&body=${url}`);
});
