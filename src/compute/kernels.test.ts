import { expect, it } from 'vitest';
import { kernels } from './kernels.js';

it.each(Object.entries(kernels))('%s loads, and is the kernel of that name', async (name, load) => {
  expect((await load()).name).toBe(name);
});
