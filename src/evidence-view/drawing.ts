/** The view's pictures as shapes in the colours of its light style: for paper, where there is no style sheet. */
import type { Drawing, Shape } from '../domain/case-file/drawing.js';
import { chordColour } from './chord-shade.js';
import type { ViewChild, ViewNode } from './node.js';

const fills: Readonly<Record<string, string>> = {
  'ev-ground': '#f4f6f8',
  'ev-clear': '#2b8a3e',
  'ev-traces': '#c2410c',
};
/** `width` in units of the picture; 1 unless said. */
type Stroke = readonly [colour: string, opacity: number, width?: number];
const strokes: Readonly<Record<string, Stroke>> = {
  'ev-grid': ['#dde2e7', 1],
  'ev-curve': ['#2b8a3e', 1, 2],
  'ev-limit': ['#c2410c', 1, 2],
  'ev-cut': ['#1b1f24', 1, 2],
  'ev-own': ['#0b62c4', 1, 2.5],
  'ev-beat': ['#e3e7eb', 1],
  'ev-bar': ['#97a3ae', 1],
  'ev-tie': ['#0b62c4', 0.4],
  'ev-tie ev-chord-tie': ['#0b62c4', 1, 2],
};
const plain = { note: '#c3ccd4', noteText: '#1b1f24', match: '#0b62c4', matchText: '#ffffff' };
const texts: Readonly<Record<string, readonly [size: number, colour: string]>> = {
  'ev-bar-number': [11, '#57616c'],
  'ev-chord-name': [13, '#1b1f24'],
  'ev-tick': [11, '#57616c'],
};
const noteTextSize = 9.5;

/** `svg`: of boxes, texts and straight paths, as the views here make it. What has no place on paper, such as its cursor, is left out. */
export function drawingOf(svg: ViewNode, title: string): Drawing {
  const [, , width, height] = String(svg.attributes.viewBox).split(' ').map(Number);
  return {
    title,
    label: String(svg.attributes['aria-label']),
    width: width!,
    height: height!,
    shapes: svg.children.flatMap((child) => shapesOf(child, '')),
  };
}

/** `group`: the class of the note that a shape is part of. */
function shapesOf(node: ViewChild, group: string): Shape[] {
  if (typeof node === 'string') return [];
  const { tag, attributes, children } = node;
  const name = String(attributes.class ?? '');
  if (tag === 'g') return children.flatMap((child) => shapesOf(child, name));
  if (tag === 'rect') return [box(node, group)];
  if (tag === 'text') return text(node, group);
  return tag === 'path' && name in strokes ? lines(String(attributes.d), strokes[name]!) : [];
}

const isMatched = (group: string): boolean => group.includes('ev-matched');
const measure = ({ attributes }: ViewNode, name: string): number => Number(attributes[name] ?? 0);

function box(node: ViewNode, group: string): Shape {
  const chord = node.attributes.class === 'ev-chord' ? chordColour(node.attributes) : null;
  const noteFill = isMatched(group) ? plain.match : plain.note;
  return {
    kind: 'box',
    x: measure(node, 'x'),
    y: measure(node, 'y'),
    width: measure(node, 'width'),
    height: measure(node, 'height'),
    radius: measure(node, 'rx'),
    fill: chord?.colour ?? fills[String(node.attributes.class)] ?? noteFill,
    opacity: chord?.opacity ?? 1,
  };
}

function text(node: ViewNode, group: string): Shape[] {
  const words = node.children.filter((child) => typeof child === 'string').join('');
  if (words === '') return [];
  const own = texts[String(node.attributes.class)];
  const [size, fill] = own ?? [noteTextSize, isMatched(group) ? plain.matchText : plain.noteText];
  return [{ kind: 'text', x: measure(node, 'x'), y: measure(node, 'y'), size, fill, text: words }];
}

/** A path of one straight stroke: `M x y` and then V, v or L. */
function lines(path: string, [stroke, opacity, width]: Stroke): Shape[] {
  const found = /^M(-?[\d.]+) (-?[\d.]+)([VvL])(-?[\d.]+)(?: (-?[\d.]+))?$/.exec(path);
  if (found === null) return [];
  const [x1, y1, first, second] = [found[1], found[2], found[4], found[5]].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [x2, y2] = found[3] === 'L' ? [first, second] : [x1, found[3] === 'V' ? first : y1 + first];
  return [{ kind: 'line', x1, y1, x2, y2, stroke, opacity, ...(width !== undefined && { width }) }];
}
