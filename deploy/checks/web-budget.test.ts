import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';

interface BuiltModule {
  file: string;
  /** Name of a module group, which has no path. */
  name?: string;
  imports?: string[];
}

const dist = join(import.meta.dirname, '../../frontend/dist');
const manifest: Record<string, BuiltModule> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

function moduleOf(name: string): string {
  const paths = Object.keys(manifest);
  const isIt = (path: string) => path === name || path.endsWith(`/${name}`);
  const key = paths.find(isIt) ?? paths.find((path) => path.startsWith('_') && manifest[path]?.name === name);
  if (!key) throw new Error(`the build has no ${name}`);
  return key;
}

/** Returns the scripts a browser needs for these modules, with all their imports. */
function scriptsOf(modules: readonly string[]): string[] {
  const files = new Map<string, string>();
  const add = (key: string): void => {
    if (files.has(key)) return;
    const { file, imports = [] } = manifest[key] ?? { file: '' };
    files.set(key, file);
    imports.forEach(add);
  };
  modules.map(moduleOf).forEach(add);
  return [...new Set(files.values())].filter((file) => file.endsWith('.js'));
}

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1000;

const everywhere = ['index.html', 'locales/es.json'];
/** A separate file for all screens except those of visitors, and for the list of their texts. */
const later = [...everywhere, 'later'];
const members = [...later, 'locales/es/members.json', 'shell/member-extras.tsx'];
const landing = [...everywhere, 'app/home-screen.tsx'];

test('the pages and build.json name the same build', () => {
  const { id } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { id: string };
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  const made = readdirSync(join(dist, 'pages')).filter((file) => file.endsWith('.html'));
  expect(made.length).toBe(15);
  for (const page of ['index.html', ...made.map((file) => `pages/${file}`)])
    expect(readFileSync(join(dist, page), 'utf8')).toContain(`<meta name="build" content="${id}">`);
});

describe.each(['es', 'en', 'zh'])('the pages in %s', (language) => {
  const pageOf = (name: string) => readFileSync(join(dist, `pages/${name}.${language}.html`), 'utf8');

  test.each(['front-page', 'login', 'register', 'hominini', 'index'])(
    '%s declares its language and a description of the site',
    (name) => {
      const { home } = JSON.parse(readFileSync(join(dist, `../src/locales/${language}.json`), 'utf8'));
      const page = pageOf(name);
      expect(page).toContain(`<html lang="${language}"`);
      expect(page).toContain(`<meta name="description" content="${home.lead}"`);
    },
  );

  test.each(['front-page', 'login', 'register', 'hominini'])(
    '%s loads before its first paint two stylesheets and two scripts, no code of the app and no font',
    (name) => {
      const [head = ''] = pageOf(name).split('</head>');
      expect(head.match(/<link rel="stylesheet"/g)).toHaveLength(2);
      expect(head.match(/<script src/g)?.length).toBeLessThanOrEqual(2);
      expect(head).not.toMatch(/modulepreload|type="module"|as="font"/);
    },
  );

  test.each(['front-page', 'login', 'register', 'hominini'])('%s fits into the first flight of packets', (name) => {
    const packed = brotliCompressSync(pageOf(name));
    // Ten of 1,460 bytes, with the response headers.
    expect(packed.length).toBeLessThanOrEqual(14_600 - 1_000);
  });
});

test('no file of the build imports itself through others: its imports would not be initialized yet', () => {
  const circles = Object.keys(manifest).filter((key) => {
    const imports = manifest[key]?.imports ?? [];
    return imports.some((each) => reaches(each, key));
  });
  expect(circles).toEqual([]);
});

/** Whether a file of the build imports another, directly or indirectly. */
function reaches(from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (manifest[from]?.imports ?? []).some((each) => reaches(each, to, seen));
}

describe('the budgets of the built web app', () => {
  test.each([
    ['/', landing],
    ['/login', [...everywhere, 'account/login-page.tsx']],
    ['/register', [...everywhere, 'account/register-page.tsx']],
  ] as const)('%s needs at most 170 KB of code', (_path, modules) => {
    expect(kilobytes(scriptsOf(modules))).toBeLessThanOrEqual(170);
  });

  test.each([
    ['hominini for visitors', [...later, 'locales/es/members.json', 'app/hominini-screen.tsx']],
    ['home', [...members, 'app/home-screen.tsx']],
    ['the welcome', [...members, 'locales/es/welcome.json', 'locales/es/profile.json', 'app/welcome-screen.tsx']],
    ['the tribes', [...members, 'tribes/tribes-page.tsx']],
    ['a new tribe', [...members, 'tribes/create-tribe-page.tsx']],
    ['a tribe', [...members, 'app/tribe-screen.tsx']],
    ['a post', [...members, 'posts/post-page.tsx']],
    ['a clip', [...members, 'locales/es/video.json', 'posts/clip-page.tsx']],
    ['the points', [...members, 'levels/points-page.tsx']],
    ['the tools', [...members, 'locales/es/tools.json', 'app/tools-screen.tsx']],
    ['the people of my tribes', [...members, 'locales/es/tools.json', 'people/members-page.tsx']],
    ['the followed people', [...members, 'locales/es/tools.json', 'people/following-page.tsx']],
    ['the memberships', [...members, 'locales/es/tools.json', 'people/memberships-page.tsx']],
    ['the tasks', [...members, 'locales/es/tools.json', 'tasks/tasks-page.tsx']],
    ['the vibes', [...members, 'locales/es/vibes.json', 'vibes/vibes-page.tsx']],
    ['a chat', [...members, 'locales/es/chat.json', 'chat/chat-page.tsx']],
    ['a conversation', [...members, 'locales/es/chat.json', 'chat/conversation-page.tsx']],
    ['contact', [...later, 'locales/es/contact.json', 'contact/contact-page.tsx']],
    ['the contact messages', [...members, 'locales/es/contact.json', 'contact/messages-page.tsx']],
    ['the blog', [...later, 'locales/es/blog.json', 'blog/blog-page.tsx']],
    ['an article', [...later, 'locales/es/blog.json', 'blog/article-page.tsx']],
    ['a text', [...everywhere, 'pages/text-page.tsx', 'texts/es.ts']],
  ] as const)('%s needs at most 12 files, and at most 60 KB more than /', (_screen, modules) => {
    const files = scriptsOf(modules);
    expect(files.length).toBeLessThanOrEqual(12);
    const known = scriptsOf(landing);
    expect(kilobytes(files.filter((file) => !known.includes(file)))).toBeLessThanOrEqual(60);
  });
});
