import { expect, it } from 'vitest';
import { ComputeError } from '../domain/compute.js';
import { Turns } from './turns.js';

const call = (owner: string, name = owner): { owner: string; name: string } => ({ owner, name });
const names = (turns: Turns<ReturnType<typeof call>>, count: number): (string | undefined)[] =>
  Array.from({ length: count }, () => turns.take()?.name);

it('owners take turns, whoever has more waiting', () => {
  const turns = new Turns<ReturnType<typeof call>>({ running: 9, queued: 9 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) turns.push(call('a', name));
  turns.push(call('b', 'b1'));
  turns.push(call('c', 'c1'));
  expect(names(turns, 7)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4', undefined]);
});

it('no owner runs more than its share, and the next of it runs when one has ended', () => {
  const turns = new Turns<ReturnType<typeof call>>({ running: 1, queued: 9 });
  const first = call('a', 'a1');
  turns.push(first);
  turns.push(call('a', 'a2'));
  expect(names(turns, 2)).toEqual(['a1', undefined]);
  turns.push(call('b', 'b1'));
  expect(names(turns, 2)).toEqual(['b1', undefined]);
  turns.ended(first);
  expect(names(turns, 1)).toEqual(['a2']);
});

it('an owner with its share waiting is refused as busy; others and the service itself are not', () => {
  const turns = new Turns<ReturnType<typeof call>>({ running: 1, queued: 2 });
  turns.push(call('a'));
  turns.push(call('a'));
  expect(() => turns.push(call('a'))).toThrow(ComputeError);
  turns.push(call('b'));
  for (let n = 0; n < 5; n++) turns.push(call(''));
  expect(turns.length).toBe(8);
});

it('a call that is taken out does not run', () => {
  const turns = new Turns<ReturnType<typeof call>>({ running: 1, queued: 2 });
  const gone = call('a', 'gone');
  turns.push(gone);
  turns.push(call('a', 'stays'));
  expect([turns.remove(gone), turns.remove(gone)]).toEqual([true, false]);
  expect(names(turns, 1)).toEqual(['stays']);
});

it('without shares calls run first come, first served', () => {
  const turns = new Turns<ReturnType<typeof call>>(null);
  for (const name of ['a1', 'a2']) turns.push(call('a', name));
  turns.push(call('b', 'b1'));
  expect(names(turns, 3)).toEqual(['a1', 'a2', 'b1']);
});
