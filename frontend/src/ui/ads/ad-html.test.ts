import { expect, test } from '@jest/globals';
import { adHtml } from './ad-html.ts';

const none = { script: '', adClient: '', adSlot: '' };

test('an empty configuration shows nothing', () => {
  expect(adHtml(none)).toBe('');
  expect(adHtml({ ...none, script: ' ', adClient: 'ca-pub-1' })).toBe('');
});

test('a snippet is included unchanged, an address becomes a script', () => {
  expect(adHtml({ ...none, script: '<p>Miel</p>' })).toContain('<body><p>Miel</p>');
  expect(adHtml({ ...none, script: 'https://ads.example/a.js?x="1"&y' })).toContain(
    '<script async src="https://ads.example/a.js?x=&quot;1&quot;&amp;y"></script>',
  );
});

test('a network slot is filled by the network’s script, or by the configured one', () => {
  const slot = { ...none, adClient: 'ca-pub-1', adSlot: '7' };
  expect(adHtml(slot)).toMatch(/adsbygoogle\.js\?client=ca-pub-1[\s\S]*data-ad-client="ca-pub-1" data-ad-slot="7"/);
  expect(adHtml({ ...slot, script: 'https://ads.example/a.js' })).not.toContain('adsbygoogle.js');
});
