import type { Language, Texts } from '@tribus/kit/core/language.ts';
import type { MailContent } from './content.ts';
import { renderPage } from './page.ts';

/** A mail as text and as HTML. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** Shown below the link of a mail, for programs in which buttons do not work. */
const ifButtonFails: Texts = {
  es: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  en: 'If the button does not work, copy this address into your browser:',
  zh: '如果按钮无法使用，请将以下地址复制到浏览器中打开：',
};

/** Composes a mail in the language of the recipient: the text version contains everything that the HTML page shows. */
export function composeMail(language: Language, content: MailContent): ComposedMail {
  const { subject, heading, paragraphs, action } = content;
  const parts = [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), 'Tribus'];
  return {
    subject,
    text: `${parts.join('\n\n')}\n`,
    html: renderPage({ language, ...content, ifButtonFails: ifButtonFails[language] }),
  };
}
