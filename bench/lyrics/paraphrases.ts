/**
 * Stanzas of public-domain hymns and carols that are in the development data, said again in other words by us.
 * `opening` names the song by its first line, so that the case does not depend on ids.
 */
export interface Paraphrase {
  readonly opening: string;
  readonly lines: readonly string[];
}

export const paraphrases: readonly Paraphrase[] = [
  {
    opening: 'silent night',
    lines: [
      'Quiet evening, sacred evening',
      'Everything rests in peace, everything shines',
      'Around the maiden mother and her baby',
      'So gentle and so mild the holy infant',
      'Slumber in the peace of heaven',
      'The shepherds tremble at what they see',
    ],
  },
  {
    opening: 'joy to the world',
    lines: [
      'Let the whole earth be glad, the Lord has arrived',
      'May the earth welcome her king',
      'Let every heart make space for him',
      'And let heaven and all nature sing',
      'He rules the earth with truth and with grace',
      'The nations prove the glories of his righteousness',
    ],
  },
  {
    opening: 'o little town of bethlehem',
    lines: [
      'Small town of Bethlehem, how quietly we see you lying',
      'Over your deep and dreamless slumber the silent stars pass',
      'But in your dark streets the everlasting light is shining',
      'The hopes and fears of all those years are met in you this night',
      'For Christ was born of Mary, and the angels gathered above',
    ],
  },
  {
    opening: 'away in a manger',
    lines: [
      'Far off in a stable, without a cradle for his bed',
      'The little Lord Jesus put down his gentle head',
      'The stars of heaven looked at him where he was lying',
      'The small Lord Jesus sleeping upon the hay',
      'The cows are lowing and the poor baby wakes',
    ],
  },
  {
    opening: 'hark! the herald angels sing',
    lines: [
      'Listen, the angel messengers are singing',
      'Glory be to the king who has just been born',
      'Peace upon earth and gentle mercy',
      'God and sinful people are reconciled',
      'Rise joyfully, all you nations, and join the triumph of the skies',
    ],
  },
  {
    opening: 'what child is this',
    lines: [
      'Who is this child that has been laid to rest',
      'Sleeping there upon the lap of Mary',
      'The angels greet him with sweet songs',
      'While the shepherds are keeping their watch',
      'This is Christ the king, whom shepherds guard and angels praise',
    ],
  },
  {
    opening: 'good king wenceslas',
    lines: [
      'The good king Wenceslas looked outside on the feast of Saint Stephen',
      'When the snow lay all around, deep and crisp and level',
      'The moon shone brightly that night, though the frost was cruel',
      'When a poor man came into sight, collecting winter wood',
      'Come here, my page, and stand beside me if you know it',
    ],
  },
  {
    opening: 'the first noel',
    lines: [
      'The first noel that the angel said',
      'Was to some poor shepherds in the fields where they lay',
      'In the fields where they were keeping their sheep',
      'On a cold night of winter that was so deep',
      'They looked up and they saw a star shining in the east far beyond them',
    ],
  },
  {
    opening: 'o du froliche',
    lines: [
      'Oh wie fröhlich, oh wie selig, die Weihnachtszeit bringt uns Gnade',
      'Die Welt war verloren, da wurde Christ geboren',
      'Freut euch, freut euch, ihr Christen alle',
      'Christus ist erschienen, um uns zu versöhnen',
    ],
  },
  {
    opening: 'leise rieselt der schnee',
    lines: [
      'Der Schnee fällt sanft und leise herab',
      'Still und starr ruht der See',
      'Der Wald glänzt weihnachtlich im Schnee',
      'Freue dich, denn das Christkind kommt bald',
      'In den Herzen wird es warm, Kummer und Harm schweigen still',
    ],
  },
];
