import { beforeAll, describe, expect, it } from 'vitest';
import { pinned } from '../../../numbers/test-support/pinned.js';
import { readWordStream } from '../../../text/word-stream.js';
import { asSong } from '../compare-lyrics.js';
import { defaultEncoderId, type LyricEngine, lyricEngine } from '../engine.js';
import { type CompareOptions, compareSongs } from './compare-songs.js';
import { encodeQuery } from './query.js';

const silentNight = `Silent night, holy night,
All is calm, all is bright
Round yon virgin mother and child.
Holy infant, so tender and mild,
Sleep in heavenly peace.
Shepherds quake at the sight;
Glories stream from heaven afar,
Heavenly hosts sing Alleluia!`;
const morning = `The copper kettle sings at dawn
A sparrow lands upon the sill
The baker rolls his shutters up
And smoke is rising from the mill
I count the coins inside my hand
I tie the ribbon round my hair
The river takes the paper boats
And no one asks me when or where`;

/** By how they are related to "Silent night"; all of them ours or older than any copyright. */
const songs: Readonly<Record<string, string>> = {
  'the same': silentNight,
  'nearly copied': `Silent is the night, holy night,
All lies calm, and all is bright
Round the virgin mother and her child.
Holy infant, tender and so mild,
The city never sleeps again
And taxis wait out in the rain`,
  'two verses changing places': [
    ...silentNight.split('\n').slice(5),
    ...silentNight.split('\n').slice(0, 5),
  ].join('\n'),
  'in German': `Stille Nacht, heilige Nacht!
Alles ist ruhig, alles ist hell
Um die Jungfrau, Mutter und Kind.
Heiliges Kind, so zart und mild,
Schlafe in himmlischem Frieden.
Die Hirten zittern bei dem Anblick;
Herrlichkeit strömt vom fernen Himmel,
Himmlische Heere singen Halleluja!`,
  'one line quoted': `${morning}\nGlories stream from heaven afar`,
  'other words of the same sound': `Silent knight, holey night,
Hall is palm, hall is bride
Round yarn version brother and styled.`,
  'another song': morning,
  'another song with the same refrain, twice': `${morning}\nSleep in heavenly peace\n${morning}\nSleep in heavenly peace`,
  'one word': 'Alleluia',
};

let engine: LyricEngine;
beforeAll(async () => {
  engine = await lyricEngine(defaultEncoderId, 'no-optional-models');
});

/** Not the embedded model, so that a new fit changes none of what follows. */
const judge: CompareOptions['judge'] = (values) => {
  const logOdds = values.reduce((sum, value, place) => sum + value / (place + 1), 0);
  return { logOdds, score: Math.min(1, logOdds / 40), falseAlarms: 1000 / (1 + logOdds) };
};

describe('what lyrics have in common is what it was before, to five digits', () => {
  const compared = async (query: string, names: readonly string[], limit = 20) => {
    const own = await encodeQuery(readWordStream(query), engine);
    const all = await Promise.all(names.map((name) => asSong(name, songs[name]!, engine)));
    const options = { limit, judge };
    return compareSongs(own, { byWording: all, byMeaning: all }, engine.backgroundCosine, options);
  };

  it.each(Object.keys(songs))('of "Silent night" and: %s', async (name) => {
    const text = pinned({ found: await compared(silentNight, [name]) });
    await expect(text).toMatchFileSnapshot(`known-lyrics/${name.replaceAll(/\W+/g, '-')}.txt`);
  });

  it('and so are their order and measurements among each other, where stock phrases count less', async () => {
    const names = Object.keys(songs);
    const found = await compared(silentNight, names);
    const other = await compared(`${morning}\nSleep in heavenly peace`, names);
    const shown = (results: typeof found): object[] =>
      results.map(({ parts, measurements, ...rest }) => ({ ...rest, parts: parts.length, measurements }));
    await expect(pinned({ found: shown(found), other: shown(other) })).toMatchFileSnapshot(
      'known-lyrics/all.txt',
    );
    expect((await compared(silentNight, names, 2)).map(({ id }) => id)).toEqual(
      found.slice(0, 2).map(({ id }) => id),
    );
  });

  it('and so is what is looked up of a lyric', async () => {
    const { words, coarse, fine, semantic, lexical } = await encodeQuery(readWordStream(silentNight), engine);
    const text = pinned({ words, coarse, fine, semantic, lexical });
    await expect(text).toMatchFileSnapshot('known-lyrics/query.txt');
  });
});
