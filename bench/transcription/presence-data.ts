/**
 * The development recordings that presence is trained and measured on: which have a voice, and which belong
 * together (a song, a singer, a generator, a set of lyrics) and therefore never stand on both sides of a split.
 * Labels follow the data's own notes; recordings where those leave it open are left out, and so are the four
 * re-synthesised copies of fma_deezer_real/000010: they are one song five times.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface LabelledSong {
  /** Relative to the folder of the development data. */
  readonly path: string;
  readonly group: string;
  readonly hasVoice: boolean;
  /** Word or note timings beside it, where there are any. */
  readonly timings: string | null;
}

type Names = readonly (readonly [name: string, group: string])[];

const each = (group: string, ...names: string[]): Names => names.map((name) => [name, group] as const);
const alone = (...names: string[]): Names => names.map((name) => [name, name] as const);
const coulton = (...names: string[]): Names =>
  each('coulton', ...names.map((name) => `Jonathan_Coulton_${name}`));

const voiced: Readonly<Record<string, Names>> = {
  'recordings/jamendolyrics': alone(
    'Confession_-_Quesabe.mp3',
    'Guayeteo_-_JhoyKing.mp3',
    'Yuanan_-_Miedo_-_Yuanan.mp3',
    'de_bonne_humeur_-_Le_Nez_Tordu.mp3',
    'te_amo_-_fabios_la_nueva_expresion_de_la_cancion.mp3',
  ),
  'recordings/ultrastar': [
    ...alone('Dead_Smiling_Pirates_I.ogg', 'Joshua_Morin_On_the_run.ogg'),
    ...coulton('Code_Monkey.ogg', 'Furry_Old_Lobster.mp3', 'Monkey_Shines.mp3', 'Mr_Fancy_Pants.mp3'),
  ],
  'recordings/librosa': alone('198-209-0000.hq.ogg', 'Karissa_Hobbs_-_Lets_Go_Fishin.hq.ogg'),
  'recordings/misc': alone(
    'HoliznaCC0_To_Be_an_Animal_excerpt.ogg',
    'basic_pitch_vocal_da_80bpm.22050.wav',
    'spleeter_audio_example.mp3',
  ),
  'recordings/vocadito': alone('Audio__vocadito_1.wav'),
  'recordings/fma_deezer_real': alone('000010.mp3'),
  'ai_generated/licensed/yue_site': each('quiet-evening', 'quiet_evening.pop.mp3', 'quiet_evening_jazz.mp3'),
  'ai_generated/no_licence_file/ace_step': each(
    'ace-step',
    'Sandy_Volleyball_Ground.opus',
    'hiphop_rap_shirt_song.opus',
  ),
  'ai_generated/no_licence_file/diffrhythm': each(
    'diffrhythm',
    'jazzy_nightclub.mp3',
    'mountain_cabin_folk.mp3',
    'zombie_country_rock.mp3',
  ),
  'ai_generated/no_licence_file/mureka_o1': each('lyrics-set', '01_en.mp3', '02.mp3', '04_en.mp3'),
  'ai_generated/no_licence_file/suno_v4.5': each('lyrics-set', '01_en.mp3'),
  'ai_generated/no_licence_file/yue_levo': each('lyrics-set', '01_en.mp3', '02.mp3', '04_en.mp3'),
  'ai_generated/no_licence_file/suno_soundforge': each(
    'fog',
    'whispers_in_the_fog_1.mp3',
    'whispers_in_the_fog_2.mp3',
  ),
};

/** Parts of the names of recordings that are a voice and hardly anything else. */
export const soloVoices: readonly string[] = ['vocadito', 'basic_pitch_vocal', '198-209-0000'];

const instrumental: Readonly<Record<string, Names>> = {
  'recordings/anthems': ['at', 'de', 'fr', 'uk'].flatMap((land) =>
    each(`anthem-${land}`, `${land}_A.ogg`, `${land}_B.mp3`),
  ),
  'recordings/librosa': alone(
    '147793__setuniman__sweet-waltz-0i-22mi.hq.ogg',
    '456440__inspectorj__bird-whistling-robin-single-13.hq.ogg',
    'Hungarian_Dance_number_5_-_Allegro_in_F_sharp_minor_(string_orchestra).hq.ogg',
    'Kevin_MacLeod_-_Vibe_Ace.hq.ogg',
    'admiralbob77_-_Choice_-_Drum-bass.hq.ogg',
    'sorohanro_-_solo-trumpet-06.hq.ogg',
  ),
  'recordings/misc': alone('mdn_outfoxing.mp3'),
  'ai_generated/licensed/musicgen': [
    ...alone('musicgen_mlx_cinematic.wav'),
    ...each('mustango', 'musicgen_small_0.wav', 'musicgen_small_10.wav', 'musicgen_small_2.wav'),
  ],
  'ai_generated/licensed/mustango': each(
    'mustango',
    ...['0', '10', '12', '2', 'crazy_3', 'game1'].map((name) => `mustango_${name}.wav`),
  ),
  'ai_generated/licensed/noise2music': alone('instrument_0_specgen_0.wav', 'instrument_1_wavegen_0.wav'),
  'ai_generated/licensed/riffusion': each(
    'riffusion',
    'acoustic_folk_fiddle_solo.mp3',
    'church_bells_to_electronic_beats.mp3',
    'rock_and_roll_electric_guitar_solo.mp3',
  ),
  'ai_generated/no_licence_file/musicgen_medium': alone('initial_prompt1.wav'),
  'ai_generated/no_licence_file/musika': each(
    'musika',
    'cond_techno_mp3_125_2.mp3',
    'uncond_piano_mp3_0.mp3',
    'uncond_techno_mp3_0.mp3',
  ),
  'ai_generated/no_licence_file/stable_audio_1': each('stable-audio', 'uplifting-acoustic-loop.wav'),
  'ai_generated/no_licence_file/stable_audio_open': each('stable-audio', 't00.mp3', 't01.mp3'),
};

/** The labelled recordings that exist under `root`. */
export function labelledSongs(root: string): LabelledSong[] {
  const list = (table: Readonly<Record<string, Names>>, hasVoice: boolean): LabelledSong[] =>
    Object.entries(table).flatMap(([folder, names]) =>
      names.map(([name, group]) => {
        const path = join(folder, name);
        const stem = path.replace(/\.[^.]+$/, '');
        const timings = [`${stem}.words.csv`, `${stem}.song.txt`].find((file) =>
          existsSync(join(root, file)),
        );
        return { path, group, hasVoice, timings: timings ?? null };
      }),
    );
  return [...list(voiced, true), ...list(instrumental, false)].filter(({ path }) =>
    existsSync(join(root, path)),
  );
}
