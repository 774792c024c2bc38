/** The shared view as elements of the dashboard. */
import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import { viewElements } from '../../dashboard/src/results/plagiarism/view-elements.js';
import { el } from '../../src/evidence-view/node.js';

it('has no key of its own, so that two views beside each other are not taken for one', () => {
  const view = viewElements(el('div', { class: 'a' }, el('b', {}, 'x'), 'y'));
  if (!isValidElement<{ children: unknown[] }>(view)) throw new Error('no element');
  expect(view.key).toBeNull();
  const [child] = view.props.children;
  expect(isValidElement(child) && child.key).toBe('0');
});
