/** A metric as an expression names it, with the conditions on its labels. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Expression {
  selectors: Selector[];
  /** Labels by which it groups or joins. */
  labels: string[];
}

const words = new Set('and or unless bool offset on ignoring by without group_left group_right inf nan'.split(' '));
const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const selector = /([a-zA-Z_:][\w:]*)\s*(\{(?:[^{}"]|"[^"]*")*\})?(?!\s*\(|[\w:])/g;
const matcher = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

/** What a PromQL expression speaks of. Whether it is PromQL at all is for promtool to say. */
export function readPromql(text: string): Expression {
  const bare = text.replace(/\[[^\]]*\]/g, '').replace(/\boffset\s+\w+/g, '');
  const labels = [...bare.matchAll(grouping)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim()));
  const rest = bare.replace(grouping, ' ');
  const selectors = [...rest.matchAll(selector)]
    .filter(([, metric = '']) => !words.has(metric.toLowerCase()))
    .map(([, metric = '', conditions = '']) => ({ metric, matchers: readMatchers(conditions) }));
  return { selectors, labels: [...new Set(labels.filter(Boolean))] };
}

const readMatchers = (conditions: string): Selector['matchers'] =>
  [...conditions.matchAll(matcher)].map(([, label = '', operator = '', value = '']) => ({ label, operator, value }));
