/**
 * Finds texts for people that stand in the code of a page and not in its catalogue: text in JSX, texts of attributes that
 * people see or hear, and other literals that read like words. Class names, keys of objects, types and the messages for a
 * shop's developer are none.
 */
import {
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isJsxAttribute,
  isJsxText,
  isLiteralTypeNode,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast';
import { lineOf, type Source, type Violation, walk } from '../support/source-tree.ts';

/** Attributes that a person sees, or hears from a screen reader. */
const told = /^(?:title|aria-label|aria-roledescription|aria-description|alt|placeholder|label|hint)$/;
/** Names and units that browsers and protocols have given, and the product's name. */
const technical = new Set([
  'Usher',
  'px',
  'Enter',
  'Escape',
  'Tab',
  'Delete',
  'Backspace',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ETag',
  'Date',
]);
const letter = /\p{L}/u;
/** "Sold out", "Seat", "Please try again." */
const sentence = /^\s*\p{Lu}\p{Ll}+(?:[\s.,:;?!…’']|$)/u;
/** "sold out" */
const words = /^\p{L}[\p{L}’']*(?: \p{L}[\p{L}’']*)+[.…]?$/u;
/** " left" beside a value. */
const beside = /(?:^|\s)\p{L}{2,}(?:\s|$)/u;

export function looseTexts(source: Source): Violation[] {
  const found: Violation[] = [];
  const add = (node: Node, text: string): void => {
    const says = `'${text.trim().slice(0, 60)}' belongs into the catalogue of texts`;
    found.push({ path: source.path, line: lineOf(source, node), says });
  };
  walk(source.tree, (node) => {
    if (isJsxText(node) && letter.test(node.text) && !technical.has(node.text.trim())) add(node, node.text);
    if (isTemplateExpression(node) && !isExempt(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (parts.some((part) => !technical.has(part.trim()) && (beside.test(part) || sentence.test(part))))
        add(node, parts.join('…'));
    }
    if ((isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) && !isExempt(node) && isText(node)) {
      add(node, node.text);
    }
  });
  return found;
}

function isText(node: Node & { readonly text: string }): boolean {
  const { parent, text } = node;
  if (technical.has(text)) return false;
  if (isJsxAttribute(parent)) return told.test(parent.name.getText()) && letter.test(text);
  const isSaid = isCallExpression(parent) && /(?:^|\.)announce$/.test(parent.expression.getText());
  return (isSaid && letter.test(text)) || sentence.test(text) || words.test(text);
}

/** In a class attribute, an import, a type, or a message that a developer reads. */
function isExempt(node: Node): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    if (isImportDeclaration(at) || isLiteralTypeNode(at)) return true;
    if (isJsxAttribute(at) && at.name.getText() === 'class') return true;
    if (isCallExpression(at) && isIdentifier(at.expression) && at.expression.text === 'refuse') return true;
    if (isPropertyAssignment(at) && at.name === node) return true;
  }
  return false;
}
