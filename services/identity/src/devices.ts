import type { Device } from '../api/security.ts';

type Rule = readonly [name: string, pattern: RegExp];

/** The first match wins; the order counts, because browsers also name the browsers they imitate. */
const browsers: readonly Rule[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOP(?:R|T|X)\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['UC Browser', /\bUC(?:Browser|WEB)\b/],
  ['WeChat', /\bMicroMessenger\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus)\//],
  ['Chromium', /\bChromium\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: readonly Rule[] = [
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Android', /\bAndroid\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biP(?:hone|od)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

const phones = /\b(?:Mobile|Mobi|iPhone|iPod)\b/;
const tablets = /\b(?:iPad|Tablet)\b/;

/**
 * Returns browser, system and kind of device for display. The User-Agent is not authenticated, so the result proves
 * nothing; unknown names are empty.
 */
export function describeDevice(userAgent: string): Device {
  const system = nameOf(systems, userAgent);
  return { browser: nameOf(browsers, userAgent), system, kind: kindOf(system, userAgent) };
}

const nameOf = (rules: readonly Rule[], userAgent: string): string =>
  rules.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';

function kindOf(system: string, userAgent: string): Device['kind'] {
  if (tablets.test(userAgent)) return 'tablet';
  if (phones.test(userAgent)) return 'phone';
  if (system === 'Android') return 'tablet';
  return system ? 'desk' : 'unknown';
}
