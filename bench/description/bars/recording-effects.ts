/** What recording, mastering and a lossy codec do to a rendering, for some: by sox and ffmpeg, in place. */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';

export function withRecordingEffects(wav: string, random: () => number): void {
  const effects: string[] = [];
  const between = (low: number, high: number): string => (low + random() * (high - low)).toFixed(1);
  if (random() < 0.5) effects.push('reverb', between(20, 90), '50', between(30, 100));
  if (random() < 0.4) effects.push('bass', between(-9, 5), 'treble', between(-9, 5));
  if (random() < 0.15) effects.push('overdrive', '6');
  if (random() < 0.3) effects.push('highpass', between(80, 230), 'lowpass', between(3000, 7000));
  if (effects.length > 0) {
    const made = `${wav}.effects.wav`;
    if (succeeds('sox', ['-G', wav, made, ...effects, 'norm', between(-13, -1)])) renameSync(made, wav);
  }
  if (random() >= 0.35) return;
  const rate = ['40k', '64k', '96k'][Math.floor(random() * 3)]!;
  const coded = `${wav}.mp3`;
  if (!succeeds('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-b:a', rate, coded])) return;
  succeeds('ffmpeg', ['-v', 'error', '-y', '-i', coded, wav]);
  rmSync(coded);
}

const succeeds = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;
