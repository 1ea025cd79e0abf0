/** The subjects of articles; their names are texts of the interface (`blog.categories`). */
export const BLOG_CATEGORIES = ['first-steps', 'community', 'levels', 'privacy'] as const;
export type BlogCategory = (typeof BLOG_CATEGORIES)[number];

/** A picture of the blog, with its size in pixels, so that its space is reserved. */
export interface BlogPicture {
  src: string;
  alt: string;
  width: number;
  height: number;
}

/** An entry of the index (specification 2, section 3), with the author and tags of its front matter. */
export interface BlogPost {
  slug: string;
  title: string;
  category: BlogCategory;
  excerpt: string;
  image: BlogPicture;
  /** yyyy-mm-dd */
  date: string;
  /** Minutes. */
  readTime: number;
  author: string;
  tags: string[];
}

/** `/blog-content/index.json`, which the build writes. */
export interface BlogIndex {
  /** Newest first. */
  posts: BlogPost[];
  /** The sizes of the pictures in the articles' texts, by address. */
  pictures: Record<string, Pick<BlogPicture, 'width' | 'height'>>;
}

/** The front matter of an article: the lines between `---` and `---` at its beginning. */
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** Returns the front matter of an article, undefined without one, and the Markdown after it. */
export function splitArticle(text: string): { frontMatter: string | undefined; body: string } {
  const found = FRONT_MATTER.exec(text);
  return { frontMatter: found?.[1], body: found ? text.slice(found[0].length) : text };
}
