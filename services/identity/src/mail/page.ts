import type { Language } from '@tribus/kit/core/language.ts';
import type { MailContent } from './content.ts';

interface Page extends MailContent {
  language: Language;
  ifButtonFails: string;
}

/** The product's colours (frontend/src/ui/tokens.css) as hex values for mail programs: light and dark. */
const paper = {
  ground: '#f7f0e5',
  surface: '#fdfaf3',
  line: '#e1d6c6',
  fg: '#2e1d16',
  muted: '#5e473d',
  faint: '#786054',
  ember: '#be4a24',
  emberText: '#ac3f1d',
  onEmber: '#fffbf3',
};
const night: typeof paper = {
  ground: '#150e0a',
  surface: '#1f1712',
  line: '#362c24',
  fg: '#f4ecde',
  muted: '#c5b8a9',
  faint: '#a39485',
  ember: '#fe822d',
  emberText: '#fd9c54',
  onEmber: '#220d05',
};

const sans =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Noto Sans SC',sans-serif";

/**
 * Mail programs that keep styles in the head use the dark colours when the recipient prefers them; others the inline
 * ones.
 */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${night.ground} !important; }
  .surface { background: ${night.surface} !important; border-color: ${night.line} !important; }
  .fg { color: ${night.fg} !important; }
  .muted { color: ${night.muted} !important; }
  .faint { color: ${night.faint} !important; }
  .ember-text { color: ${night.emberText} !important; }
  .button { background: ${night.ember} !important; color: ${night.onEmber} !important; }
}
@media (max-width: 480px) { .surface { padding: 28px 22px !important; } }`;

/** Renders a mail as HTML: inline styles, no external resources, everything escaped. */
export function renderPage({ language, subject, heading, paragraphs, action, ifButtonFails }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${paper.ground};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(paragraphs[0] ?? heading)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${paper.ground};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td class="ember-text" style="padding:0 4px 20px;font:700 22px/1.2 ${sans};letter-spacing:-0.02em;color:${paper.emberText};">Tribus</td></tr>
<tr><td class="surface" style="padding:36px;background:${paper.surface};border:1px solid ${paper.line};border-radius:20px;">
<h1 class="fg" style="margin:0 0 16px;font:700 24px/1.3 ${sans};letter-spacing:-0.01em;color:${paper.fg};">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}${action ? renderAction(action, ifButtonFails) : ''}
</td></tr>
<tr><td class="faint" style="padding:20px 4px 0;font:400 13px/1.5 ${sans};color:${paper.faint};">Tribus</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const renderParagraph = (text: string): string =>
  `<p class="muted" style="margin:0 0 16px;font:400 16px/1.6 ${sans};color:${paper.muted};overflow-wrap:anywhere;">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const renderAction = ({ label, url }: NonNullable<MailContent['action']>, ifButtonFails: string): string => `
<p style="margin:28px 0;"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:${paper.ember};font:600 16px/1.25 ${sans};color:${paper.onEmber};text-decoration:none;">${escapeHtml(label)}</a></p>
<p class="faint" style="margin:0;font:400 13px/1.5 ${sans};color:${paper.faint};overflow-wrap:anywhere;">${escapeHtml(ifButtonFails)}<br><a class="ember-text" href="${escapeHtml(url)}" style="color:${paper.emberText};">${escapeHtml(url)}</a></p>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? found);
