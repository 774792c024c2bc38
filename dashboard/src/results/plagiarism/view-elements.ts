/** A view of src/evidence-view as elements: the same markup that reports hold as text. */
import { createElement, type ReactNode } from 'react';
import type { ViewChild, ViewNode } from '../../../../src/evidence-view/node.js';

const propNames: Readonly<Record<string, string>> = {
  class: 'className',
  tabindex: 'tabIndex',
  'fill-opacity': 'fillOpacity',
};

/** `slots`: what the dashboard puts at the places that the view leaves open. */
export function viewElements(node: ViewNode, slots: Readonly<Record<string, ReactNode>> = {}): ReactNode {
  // Without a key: a page puts several views beside each other.
  return element(node, slots, {});
}

function element(
  node: ViewChild,
  slots: Readonly<Record<string, ReactNode>>,
  place: { key?: number },
): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'slot') return slots[String(node.attributes.name)] ?? null;
  const props = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [propNames[name] ?? name, value]),
  );
  return createElement(
    node.tag,
    { ...props, ...place },
    ...node.children.map((child, at) => element(child, slots, { key: at })),
  );
}
