import { z } from 'zod';

const share = z.number().min(0).max(1);

const note = z
  .looseObject({
    start_seconds: z.number(),
    end_seconds: z.number(),
    onset_beats: z.number().describe('Fractional index into `beats`'),
    duration_beats: z.number(),
    midi_pitch: z.int().min(0).max(127).describe('In the song’s own tuning'),
    salience: share.describe('How sure or how loud'),
  })
  .meta({ id: 'MelodyNote' });

export const descriptionSchema = z
  .looseObject({
    musicId: z.string(),
    engine: z.int().describe('The version of the describer: equal bytes and engines give equal descriptions'),
    source: z.enum(['audio', 'midi']),
    is_estimated: z
      .boolean()
      .describe(
        'Whether beats and lines are estimates: of recordings, and of MIDI files whose notes keep to no written tempo and name no melody (transcriptions)',
      ),
    duration_seconds: z.number(),
    tempo_bpm: z.number().describe('Median of the beats; 0 where there is no steady beat'),
    tempo_hypotheses: z
      .array(z.looseObject({ tempo_bpm: z.number(), ratio: z.number(), probability: share }))
      .describe('The main reading first, then half or double time where that is nearly as likely'),
    meter: z
      .union([z.literal(3), z.literal(4)])
      .describe(
        'The metre that songs are compared in: 2/4 and 6/8 count as half bars of 4, 5/4 as 4, 6/4 as 3. `beats_per_bar` and `downbeats` are of the bars themselves',
      ),
    beats_per_bar: z
      .int()
      .describe(
        'Beats of most of the bars that `downbeats` begin: 2 in 2/4 and in 6/8, where a beat is a dotted quarter, 5 in 5/4, 6 in 6/4',
      ),
    meter_hypotheses: z
      .array(
        z.looseObject({
          meter: z.union([z.literal(3), z.literal(4)]),
          tempo_bpm: z.number(),
          probability: share,
        }),
      )
      .describe(
        'The main metre first, then the other one where the metre is not certain, with the tempo it is read at',
      ),
    beats: z.array(z.number()).describe('Seconds; fewer than two where there is no steady beat'),
    downbeats: z.array(z.int()).describe('Indexes into `beats`: the first beat of every bar'),
    tuning_cents: z.number().describe('Against A4 = 440 Hz'),
    key: z
      .string()
      .nullable()
      .describe('`<tonic> major` or `<tonic> minor`; null where nothing tonal was found'),
    key_confidence: share.describe('How far the key is ahead of the next'),
    chords: z.array(z.string()).describe('One a beat, such as `C:maj` or `F#:min`; `N` means none'),
    melodies: z.looseObject({
      vocal: z.array(note).describe('The sung line'),
      instrumental: z.array(note).describe('The leading line of the accompaniment'),
      topline: z.array(note).describe('The most salient line of the whole mix'),
    }),
    vocal_activity: z
      .array(z.looseObject({ start_seconds: z.number(), end_seconds: z.number() }))
      .describe(
        'Where someone sings, breaths included, to the second; empty where `voice.judgement` is `absent`. Of MIDI files: where a line named as sung has notes',
      ),
    voice: z
      .looseObject({
        presence: share
          .nullable()
          .describe('Probability of a voice; null in descriptions from before it was measured'),
        judgement: z
          .enum(['absent', 'doubtful', 'present'])
          .describe('`doubtful`: only a recogniser can decide; lyric transcription asks it'),
        detector: z
          .string()
          .nullable()
          .describe('The installed model that had a say; null where the built-in classifier judged alone'),
      })
      .nullable()
      .describe('Whether someone sings, as lyric transcription measures it; null of MIDI files'),
    sections: z
      .array(
        z.looseObject({
          start_seconds: z.number(),
          end_seconds: z.number(),
          start_beat: z.number(),
          end_beat: z.number(),
          label: z.string().describe('Sections with equal labels sound similar'),
        }),
      )
      .describe('In order; empty for MIDI files'),
    notes: z.array(note).optional().describe('All pitched notes of the mix, where asked for'),
  })
  .meta({ id: 'MusicDescription' });
