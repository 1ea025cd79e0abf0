import type { ComponentProps, ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { TextLink } from '../../ui/link.tsx';
import type { BlogIndex } from './blog-content.ts';
import './article-body.css';

interface ArticleBodyProps {
  markdown: string;
  pictures: BlogIndex['pictures'];
}

/** The text of an article. HTML in it is dropped, and the rest is sanitised (trust.md 15). */
export function ArticleBody({ markdown, pictures }: ArticleBodyProps) {
  return (
    <div lang="es" className="article-body">
      <Markdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{ ...components, img: (props) => <BodyPicture {...props} pictures={pictures} /> }}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

/** The title of the page is its only heading of level 1. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  a: ({ href = '', children }) => <BodyLink href={href}>{children}</BodyLink>,
  // Focusable, because they scroll sideways.
  // biome-ignore-start lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
};

function BodyLink({ href, children }: { href: string; children?: ReactNode }) {
  if (/^\/(?!\/)/.test(href)) return <TextLink to={href}>{children}</TextLink>;
  // Fragments, relative addresses, and those of forbidden schemes, which the sanitiser has emptied.
  if (!/^(https?|mailto):/i.test(href)) return children;
  return (
    <TextLink to={href} target="_blank" rel="noopener noreferrer">
      {children}
    </TextLink>
  );
}

type BodyPictureProps = Pick<ComponentProps<'img'>, 'src' | 'alt'> & Pick<ArticleBodyProps, 'pictures'>;

/** Shows only pictures of the blog; of any other one its alternative text. */
function BodyPicture({ src = '', alt = '', pictures }: BodyPictureProps) {
  const size = typeof src === 'string' && Object.hasOwn(pictures, src) ? pictures[src] : undefined;
  if (!size) return alt;
  return <img src={src} alt={alt} width={size.width} height={size.height} loading="lazy" decoding="async" />;
}
