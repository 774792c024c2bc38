/** `music.describe`: the description of a recording or of a MIDI file, in a compute process. */

import type { Kernel } from '../../domain/compute.js';
import { describeListening } from '../../music/description/describe.js';
import type { SongDescription } from '../../music/song-description.js';
import { type DescribeInput, listen } from './listen.js';
import { describeMidiFile } from './midi-file.js';

export const describeKernel: Kernel<DescribeInput, SongDescription> = {
  name: 'music.describe',
  async run(input, tools) {
    const written = await describeMidiFile(input.path, tools.progress);
    if (written) return written;
    const listening = await listen(input, tools);
    tools.progress(0.92, 'describing');
    return describeListening(listening, input.presence ?? null);
  },
};
