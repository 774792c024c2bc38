/** A view as HTML text, safe whatever the titles of songs hold. */
import type { ViewChild } from './node.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter]!);
}

export function toHtml(node: ViewChild): string {
  if (typeof node === 'string') return escapeHtml(node);
  // A place for what only the dashboard adds.
  if (node.tag === 'slot') return '';
  const attributes = Object.entries(node.attributes).map(([name, value]) => {
    if (value === false) return '';
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  });
  if (node.tag === 'br') return '<br>';
  return `<${node.tag}${attributes.join('')}>${node.children.map(toHtml).join('')}</${node.tag}>`;
}
