import { expect, test } from '@jest/globals';
import { languages } from '@tribus/kit/core/language.ts';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';

const url = 'https://tribus.test/verify-email?token=abc&x=1';
const content: MailContent = {
  subject: 'Confirma tu correo',
  heading: 'Un paso más',
  paragraphs: ['Confirma que esta dirección es tuya.', 'Si no fuiste tú, no hagas nada.'],
  action: { label: 'Confirmar mi correo', url },
};

test('a mail has the same content as text and as HTML, in the language of the recipient', () => {
  for (const language of languages) {
    const { subject, text, html } = composeMail(language, content);
    expect(subject).toBe('Confirma tu correo');
    for (const expected of [content.heading, ...content.paragraphs, 'Confirmar mi correo']) {
      expect(text).toContain(expected);
      expect(html).toContain(expected);
    }
    expect(text).toContain(`\n${url}\n`);
    expect(html).toContain('href="https://tribus.test/verify-email?token=abc&amp;x=1"');
    expect(html).toContain(`<html lang="${language}">`);
  }
});

test('a mail loads no external resources and includes its dark colours', () => {
  const { html } = composeMail('es', content);
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
  expect(html.match(/https?:\/\/[^"<&]+/g)).toEqual(Array(3).fill('https://tribus.test/verify-email?token=abc'));
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});

test('user input is escaped in HTML', () => {
  const typed = `<script>alert("1")</script> & 'Ana'\n<b>`;
  const { html, text } = composeMail('es', { subject: typed, heading: typed, paragraphs: [typed] });
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Ana&#39;<br>&lt;b&gt;');
  expect(text).toContain(typed);
});
