/** The kernel `transcription.identify`: texts to shares of languages. Its n-grams are large: no process shares them. */

import type { Kernel } from '../../domain/compute.js';
import { identifyLanguages } from '../../text/language/identify.js';

export const identifyKernelName = 'transcription.identify';

export const identifyKernel: Kernel<readonly string[], Record<string, number>[]> = {
  name: identifyKernelName,
  run: (texts) => Promise.all(texts.map(async (text) => Object.fromEntries(await identifyLanguages(text)))),
};
