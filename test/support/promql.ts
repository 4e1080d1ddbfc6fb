/**
 * Finds the metrics that a PromQL expression reads and the labels that it needs of them. Supports the syntax that our
 * dashboards and alerts use: selectors with matchers, ranges, functions, operators, `by` and `without`.
 */

export interface Reading {
  readonly metric: string;
  readonly labels: readonly string[];
}

const word = /[a-zA-Z_:][a-zA-Z0-9_:]*/g;
const grouping = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
const selector = /([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(?:\{([^}]*)\})?(\s*\()?/g;
const operators = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring']);

/** Every metric of the expression with the labels that are matched on it or grouped by anywhere. */
export function readingsOf(expression: string): Reading[] {
  const grouped = [...expression.matchAll(grouping)].flatMap(([, names = '']) => names.match(word) ?? []);
  const plain = expression.replaceAll(grouping, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  return [...plain.matchAll(selector)].flatMap(([, metric = '', matchers = '', call]) => {
    if (call !== undefined || operators.has(metric)) return [];
    const matched = [...matchers.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    return [{ metric, labels: [...new Set([...matched, ...grouped])] }];
  });
}
