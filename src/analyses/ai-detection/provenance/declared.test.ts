import { describe, expect, it } from 'vitest';
import { declaredTags, declaredToJson } from './declared.js';

describe('declared tags', () => {
  it.each([
    ['comment', 'made with suno; created=2026-01-02', 'Suno'],
    ['encoded_by', 'UDIO', 'Udio'],
    ['copyright', '(c) 2026 https://www.stableaudio.com/user', 'Stable Audio'],
    ['encoder', 'AudioCraft MusicGen large', 'MusicGen'],
  ])('%s: “%s” names %s', (field, text, generator) => {
    expect(declaredTags({ [field]: text })).toEqual([{ field, text, generator }]);
  });

  it.each([
    ['encoder', 'Lavf59.27.100'],
    ['comment', 'recorded in the studio audio room'],
    ['comment', 'sunoco station'],
    ['title', 'Suno'],
    ['artist', 'Boomy'],
  ])('%s: “%s” names none', (field, text) => {
    expect(declaredTags({ [field]: text })).toEqual([]);
  });

  it('are reported as the interface has them, with whether tags were read', () => {
    const declared = declaredToJson({
      tags: { comment: 'riffusion.com' },
      isOverTagBudget: false,
      contentCredentials: null,
    });
    expect(declared).toEqual({
      tags_read: true,
      tags: [{ field: 'comment', text: 'riffusion.com', generator: 'Riffusion' }],
      content_credentials: null,
    });
  });
});
