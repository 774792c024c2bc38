/** How likely anyone sings, by the built-in classifier: of labelled recordings by networks that do not know their collection. */
import { voiceRateHz } from '../../src/analyses/lyric-transcription/presence/frame-features.js';
import { listen } from '../../src/analyses/lyric-transcription/presence/listen.js';
import { songPresence, windowPresence } from '../../src/analyses/lyric-transcription/presence/presence.js';
import { openPcm } from '../../src/audio/decode.js';
import { logistic } from '../../src/signal/logistic.js';
import { presenceCases } from '../transcription/presence-cases.js';
import { outOfFold } from '../transcription/train-presence.js';

/** Networks whose mean is judged, as many as are shipped. */
const nets = 3;

/** By path below `data`; some five CPU minutes. `models`: where YAMNet may be, which teaches them. */
export async function presenceOfRecordings(data: string, models: string): Promise<Map<string, number>> {
  const cases = await presenceCases(data, null, models);
  const logits = outOfFold(cases, 'collection', nets);
  return new Map([...logits].map(([{ path }, windows]) => [path, songPresence(windows.map(logistic))]));
}

/** Of another file, by the shipped classifier. */
export async function presenceOfFile(path: string): Promise<number> {
  const pcm = await openPcm(path, { sampleRateHz: voiceRateHz, channels: 2 });
  const { windows } = await listen(pcm, undefined, async () => {});
  return songPresence(windowPresence(windows));
}
