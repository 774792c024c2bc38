/** The decoding loop over a Whisper-format model that knows 36 sentences, and the front end against its matrix. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { wavSamples } from '../../src/analyses/lyric-transcription/test-support/wav-samples.js';
import { WhisperLogMel } from '../../src/analyses/lyric-transcription/whisper/log-mel.js';
import {
  openRecogniser,
  type WhisperRecogniser,
} from '../../src/analyses/lyric-transcription/whisper/recogniser.js';
import { slaneyMelFilters } from '../../src/signal/mel-filters.js';
import { editDistance } from '../../src/text/edit-distance.js';
import { referenceLogMel } from './reference-log-mel.js';

export async function decoderPart(models: string): Promise<void> {
  const cases = join(models, 'whisper-nano-cases');
  const folder = join(models, 'whisper-nano-compact');
  if (!existsSync(cases) || !existsSync(folder)) {
    console.log('\n## Decoder: left out, whisper-nano-compact and its cases are not there');
    return;
  }
  const reference = readFileSync(join(cases, 'mel80.f32'));
  const ours = slaneyMelFilters(80, 400, 16_000).weights;
  let difference = 0;
  for (let i = 0; i < ours.length; i++) {
    difference = Math.max(difference, Math.abs(ours[i]! - reference.readFloatLE(4 * i)));
  }
  const texts = JSON.parse(readFileSync(join(cases, 'refs.json'), 'utf8')) as Record<string, string>;
  const recogniser = await openRecogniser({
    folder,
    encoder: 'onnx/encoder_model.onnx',
    decoder: 'onnx/decoder_model_merged.onnx',
  });
  console.log('\n## Decoder: 36 sentences in 18 languages, held-out synthetic voices\n');
  console.log('| mode | exact | character error rate | language right |\n| --- | --- | --- | --- |');
  for (const withTimestamps of [false, true]) {
    let [exact, edits, characters, languages, count] = [0, 0, 0, 0, 0];
    for (const [name, text] of Object.entries(texts)) {
      const path = join(cases, 'wav', name);
      if (!existsSync(path)) continue;
      const heard = await recogniser.hear([wavSamples(path)]);
      const language = [...heard.windows[0]!.languages].sort((a, b) => b[1] - a[1])[0]![0];
      const said = (await recogniser.transcribe(heard, [language], withTimestamps))[0]!;
      count += 1;
      if (said.text === text) exact += 1;
      if (language === name.slice(0, 2)) languages += 1;
      edits += editDistance([...said.text], [...text]);
      characters += [...text].length;
    }
    const mode = withTimestamps ? 'with timestamps' : 'without timestamps';
    console.log(
      `| ${mode} | ${exact} of ${count} | ${(edits / characters).toFixed(3)} | ${languages} of ${count} |`,
    );
  }
  const paths = Object.keys(texts)
    .map((name) => join(cases, 'wav', name))
    .filter(existsSync);
  const path = paths[0]!;
  const front = await WhisperLogMel.create(80);
  const computed = front.compute(wavSamples(path));
  front.dispose();
  const expected = referenceLogMel(wavSamples(path), reference, 80);
  const melDifference = computed.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - expected[i]!)),
    0,
  );
  console.log(
    `\nlog-mel of ${path.split('/').at(-1)} against its definition in 64-bit floats with the published filter matrix: ` +
      `largest difference ${melDifference.toExponential(1)}`,
  );
  console.log(`\nmel filter matrix: largest difference from the reference ${difference.toExponential(1)}`);
  await batchingTable(recogniser, paths);
}

/** CPU time of the same windows one by one and together. */
async function batchingTable(recogniser: WhisperRecogniser, paths: readonly string[]): Promise<void> {
  const windows = paths.map(wavSamples);
  console.log('\n| windows together | CPU seconds for 36 windows |\n| --- | --- |');
  for (const size of [1, 2, 4, recogniser.batchWindows]) {
    const before = process.cpuUsage();
    for (let at = 0; at < windows.length; at += size) {
      const batch = windows.slice(at, at + size);
      const languages = paths.slice(at, at + size).map((path) => basename(path).slice(0, 2));
      await recogniser.transcribe(await recogniser.hear(batch), languages, true);
    }
    const { user, system } = process.cpuUsage(before);
    console.log(`| ${size} | ${((user + system) / 1e6).toFixed(2)} |`);
  }
}
