/** What was seen of version 1.0.0 from outside, asked again: each lyric with the song that is right. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type BenchSong, lineCount } from './bench-song.js';
import { shuffled } from './random.js';
import { readSung } from './sung.js';

export interface Symptom {
  readonly what: string;
  readonly lyrics: string;
  /** Part of the ids of the songs whose works are right; null where none is. */
  readonly song: string | null;
}

const silentNight = 'Silent_Night';

const spanishStanza = `Noche silenciosa, noche santa
Todo está en calma, todo brilla
Alrededor de la virgen, madre e hijo
Santo niño, tan tierno y suave
Duerme en paz celestial`;

/** Near copies and literal translations are our own; the songs are in the public domain. */
const own: readonly Symptom[] = [
  { what: '"Silent night, holy night" alone', lyrics: 'Silent night, holy night', song: silentNight },
  {
    what: 'four near-copied lines, broken elsewhere',
    lyrics:
      'Silent night, oh holy night, all is calm and\nall is so bright, around the virgin mother and\nher child, holy infant so tender\nand so mild, sleep in heavenly peace',
    song: silentNight,
  },
  { what: 'literal Spanish translation of its first stanza', lyrics: spanishStanza, song: silentNight },
  {
    what: 'literal Spanish translation of three stanzas',
    lyrics: `${spanishStanza}
Noche silenciosa, noche santa
Los pastores tiemblan al verlo
Glorias fluyen desde el cielo lejano
Las huestes celestiales cantan aleluya
Cristo el Salvador ha nacido
Noche silenciosa, noche santa
Hijo de Dios, luz pura del amor
Rayos radiantes de tu santo rostro
Con el alba de la gracia redentora
Jesús, Señor, en tu nacimiento`,
    song: silentNight,
  },
  {
    what: 'literal English translation of the German anthem, one stanza of three',
    lyrics:
      'Unity and justice and freedom\nFor the German fatherland\nFor these let us all strive\nBrotherly with heart and hand\nUnity and justice and freedom\nAre the pledge of happiness\nFlourish in the radiance of this happiness\nFlourish, German fatherland',
    song: 'anthems de',
  },
  {
    what: 'gibberish',
    lyrics:
      'Blorp fizzle wug snarkle dap\nZibble tronk vex plim\nGrundle spof yat kerwim\nDroo flanx pibbet zoom',
    song: null,
  },
];

const longLines = 6;

/** `strangers`: modern lyrics that are not in the database; `sung`: a file of translations as they are sung, where there is one. */
export function symptoms(strangers: readonly BenchSong[], sung: string | null): Symptom[] {
  const modern = shuffled(
    strangers.filter((song) => lineCount(song) >= 12),
    seededRandom(21),
  ).slice(0, longLines);
  return [
    ...own,
    ...modern.map(
      ({ id, lyrics }): Symptom => ({
        what: `${id}, written as one line`,
        lyrics: lyrics.replace(/\s+/g, ' ').trim(),
        song: null,
      }),
    ),
    ...(sung === null ? [] : readSung(sung)).map(
      ({ song, language, lyrics }): Symptom => ({ what: `${song} as sung in ${language}`, lyrics, song }),
    ),
  ];
}

/** National anthems of `folder`/anthems, which no other table has in its database. */
export function anthems(folder: string): BenchSong[] {
  const path = join(folder, 'anthems');
  return readdirSync(path)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const id = `anthems ${name.replace('.txt', '')}`;
      return {
        id,
        work: id,
        language: 'und',
        names: [],
        lyrics: readFileSync(join(path, name), 'utf8'),
        seen: false,
      };
    });
}

/** Ids are compared without case and separators: "Lo_How_A_Rose" is part of "carols bbloomf/Lo_How_a_Rose_E_er_Blooming". */
const folded = (id: string): string => id.toLowerCase().replace(/[^a-z]/g, '');

/** The ids of all songs that are right: those so called, and those of the same work. */
export function rightSongs({ song: name }: Symptom, database: readonly BenchSong[]): Set<string> {
  if (name === null) return new Set();
  const works = new Set(
    database.filter(({ id }) => folded(id).includes(folded(name))).map(({ work }) => work),
  );
  return new Set(database.filter(({ work }) => works.has(work)).map(({ id }) => id));
}
