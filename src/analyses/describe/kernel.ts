/** `music.describe`: the description of a recording, in a compute process. */
import { describeListening } from '../../music/description/describe.js';
import type { SongDescription } from '../../music/song-description.js';
import type { Kernel } from '../analysis.js';
import { type DescribeInput, listen } from './listen.js';

export const describeKernel: Kernel<DescribeInput, SongDescription> = {
  name: 'music.describe',
  async run(input, tools) {
    const listening = await listen(input, tools);
    tools.progress(0.92, 'describing');
    return describeListening(listening);
  },
};
