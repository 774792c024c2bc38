/** The decoding loop over a Whisper-format model that knows 36 sentences, and the front end against its matrix. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecogniser } from '../../src/analyses/lyric-transcription/whisper/recogniser.js';
import { wavSamples } from '../../src/analyses/lyric-transcription/whisper/wav-samples.test-support.js';
import { slaneyMelFilters } from '../../src/signal/mel-filters.js';
import { editDistance } from './edit-distance.js';

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
  console.log(`\nmel filter matrix: largest difference from the reference ${difference.toExponential(1)}`);
}
