/** A metric in an expression, with its label matchers. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Expression {
  selectors: Selector[];
  /** Labels of grouping and joins. */
  labels: string[];
}

const words = new Set('and or unless bool offset on ignoring by without group_left group_right inf nan'.split(' '));
const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const selector = /([a-zA-Z_:][\w:]*)\s*(\{(?:[^{}"]|"[^"]*")*\})?(?!\s*\(|[\w:])/g;
const matcher = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

/** Returns the metrics and labels of a PromQL expression; promtool checks its syntax. */
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
