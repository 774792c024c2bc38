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
  return element(node, slots, 0);
}

function element(node: ViewChild, slots: Readonly<Record<string, ReactNode>>, key: number): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'slot') return slots[String(node.attributes.name)] ?? null;
  const props = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [propNames[name] ?? name, value]),
  );
  return createElement(
    node.tag,
    { ...props, key },
    ...node.children.map((child, at) => element(child, slots, at)),
  );
}
