/** Characters that a web page writes by name or number: lyrics that were copied out of its source hold them inside words. */

/** Marks that a name of a letter ends with: `&eacute;`, `&Uuml;`, `&ntilde;`. */
const marks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  middot: '·',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
};

/** The longest known name has six letters, a mark's five behind the letter that carries it. */
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu;

/** Names that are not known stay as they are written. */
export function decodeEntities(text: string): string {
  return text.replace(entity, (written: string, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return characterOf(name) ?? written;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    // Half of a surrogate pair is no character, and nothing lies behind the last code point.
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? ' ' : String.fromCodePoint(code);
  });
}

function characterOf(name: string): string | undefined {
  if (Object.hasOwn(characters, name)) return characters[name];
  const mark = name.slice(1);
  return Object.hasOwn(marks, mark) ? `${name[0]}${marks[mark]}`.normalize('NFC') : undefined;
}
